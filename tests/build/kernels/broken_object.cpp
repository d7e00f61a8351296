// An object that breaks the rules which the tests beside this file check: it defines a weak symbol, and runs code before
// main.
__attribute__((noinline)) inline int shared_with_other_objects(int x) { return x / 3; }

struct counted {
  counted() : value(shared_with_other_objects(*&volatile_seven)) {}
  volatile int volatile_seven = 7;
  int value;
};

counted static_object;
