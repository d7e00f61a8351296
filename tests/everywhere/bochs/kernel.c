// Just enough of Linux, without Linux, for a static single-threaded C++ program that computes and prints: so that Bochs,
// which knows AVX-512, need not boot an operating system, which takes it a minute. The program's exit status is printed
// last.
//
// The disk: sector 0 boots, 1 to 62 are this, 64 is the program's size, arguments and environment, and from 65 the program.
// Memory: the program where it was linked (below 128 MiB), its heap behind it, its stack below 190 MiB, what it maps from
// 192 MiB, and its file from 320 MiB.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long s64;

enum { MiB = 1 << 20 };
static const u64 heap_end = 160UL * MiB, stack_top = 190UL * MiB, map_end = 320UL * MiB, file_start = 320UL * MiB;
static u64 heap_next, map_next = 192UL * MiB;

void system_call_entry(void);
void enter_program(u64 entry, u64 stack) __attribute__((noreturn));
extern u64 exception_entries[32];

static void out8(u16 port, u8 value) { __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port)); }
static u8 in8(u16 port) {
  u8 value;
  __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
  return value;
}
static void write_msr(u32 msr, u64 value) {
  __asm__ volatile("wrmsr" : : "c"(msr), "a"((u32)value), "d"((u32)(value >> 32)));
}
static u64 cycles(void) {
  u32 low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return low | (u64)high << 32;
}

static void copy(u64 to, u64 from, u64 n) {
  for (u64 i = 0; i < n; ++i) ((u8*)to)[i] = ((u8*)from)[i];
}
static void clear(u64 at, u64 n) {
  for (u64 i = 0; i < n; ++i) ((u8*)at)[i] = 0;
}

// ---- The serial line, which Bochs writes to a file

static void put(char c) {
  while ((in8(0x3fd) & 0x20) == 0) {
  }
  out8(0x3f8, (u8)c);
}
static void print(const char* text) {
  while (*text != 0) put(*text++);
}
static void print_number(u64 n, u64 base) {
  if (n >= base) print_number(n / base, base);
  put("0123456789abcdef"[n % base]);
}

static void stop(u64 status) {
  print("\nexit status ");
  print_number(status, 10);
  print("\n");
  while ((in8(0x3fd) & 0x40) == 0) {
  }
  for (int i = 0; i < 20000; ++i) in8(0x3fd);                           // let the last byte leave
  for (const char* s = "Shutdown"; *s != 0; ++s) out8(0x8900, (u8)*s);  // Bochs ends
  for (;;) __asm__ volatile("cli; hlt");
}

// 128 + the number, as shells have it for signals: 134 is an unknown instruction.
void exception(u64 number, const u64* stack) {
  const int has_error_code = number == 8 || (10 <= number && number <= 14) || number == 17;
  print("\nexception ");
  print_number(number, 10);
  print(" at 0x");
  print_number(stack[has_error_code], 16);
  stop(128 + number);
}

// ---- System calls, by the numbers of x86-64 Linux

static s64 write(u64 file, u64 from, u64 n) {
  if (file != 1 && file != 2) return -9;  // EBADF
  for (u64 i = 0; i < n; ++i) put(((const char*)from)[i]);
  return (s64)n;
}

static s64 grow_heap(u64 end) {
  if (end > heap_next && end < heap_end) {
    clear(heap_next, end - heap_next);
    heap_next = end;
  }
  return (s64)heap_next;
}

static s64 map_memory(u64 n, u64 flags) {
  n = (n + 4095) & ~4095UL;
  if ((flags & 0x20) == 0) return -19;     // only MAP_ANONYMOUS; ENODEV
  if (map_next + n > map_end) return -12;  // ENOMEM
  const u64 at = map_next;
  map_next += n;
  clear(at, n);
  return (s64)at;
}

static s64 status_of_a_terminal(u64 to) {
  clear(to, 144);
  *(u32*)(to + 24) = 020620;  // st_mode: a character device
  return 0;
}

s64 system_call(u64 number, u64 a, u64 b, u64 c, u64 d) {
  switch (number) {
    case 1:  // write
      return write(a, b, c);
    case 20: {  // writev
      s64 written = 0;
      for (u64 i = 0; i < c; ++i) written += write(a, ((u64*)b)[2 * i], ((u64*)b)[2 * i + 1]);
      return written;
    }
    case 9:  // mmap
      return map_memory(b, d);
    case 12:  // brk
      return grow_heap(a);
    case 5:  // fstat
      return status_of_a_terminal(b);
    case 262:  // newfstatat, of an open file only
      return *(const char*)b == 0 ? status_of_a_terminal(c) : -2;
    case 158:                       // arch_prctl
      if (a != 0x1002) return -22;  // only ARCH_SET_FS; EINVAL
      write_msr(0xC0000100, b);
      return 0;
    case 96:     // gettimeofday, in units of its own
    case 228: {  // clock_gettime
      u64* const time = (u64*)(number == 96 ? a : b);
      time[0] = cycles() / 1000000000;
      time[1] = cycles() % (number == 96 ? 1000000 : 1000000000);
      return 0;
    }
    case 318:  // getrandom
      for (u64 i = 0; i < b; ++i) ((u8*)a)[i] = (u8)(cycles() * 2654435761U >> 13);
      return (s64)b;
    case 79:  // getcwd
      ((char*)a)[0] = '/';
      ((char*)a)[1] = 0;
      return 2;
    case 39:   // getpid
    case 186:  // gettid
    case 218:  // set_tid_address
      return 1;
    case 0:    // read: the end
    case 3:    // close
    case 10:   // mprotect: all memory may be read and written
    case 11:   // munmap
    case 13:   // rt_sigaction
    case 14:   // rt_sigprocmask
    case 24:   // sched_yield
    case 28:   // madvise
    case 131:  // sigaltstack
    case 202:  // futex
    case 273:  // set_robust_list
      return 0;
    case 2:        // open
    case 21:       // access
    case 89:       // readlink
    case 257:      // openat
    case 267:      // readlinkat
      return -2;   // ENOENT
    case 16:       // ioctl
      return -25;  // ENOTTY
    case 60:       // exit
    case 231:      // exit_group
      stop(a & 0xFF);
      break;
    case 62:  // kill
      stop(128 + b);
      break;
    case 234:  // tgkill
      stop(128 + c);
      break;
    case 63:       // uname
    case 99:       // sysinfo
    case 204:      // sched_getaffinity
    case 302:      // prlimit64
    case 334:      // rseq
      return -38;  // ENOSYS, which the C library expects
    default:
      break;
  }
  print("\nno system call ");
  print_number(number, 10);
  print("\n");
  return -38;
}

// ---- Start

// 512 bytes each, by the ports of the first ATA disk.
static void read_sectors(u64 first, u64 count, u64 to) {
  for (; count != 0;) {
    const u64 n = count > 256 ? 256 : count;
    out8(0x1f6, (u8)(0xE0 | (first >> 24 & 15)));
    out8(0x1f2, (u8)n);  // 0 means 256
    out8(0x1f3, (u8)first);
    out8(0x1f4, (u8)(first >> 8));
    out8(0x1f5, (u8)(first >> 16));
    out8(0x1f7, 0x20);
    for (u64 i = 0; i < n; ++i) {
      while ((in8(0x1f7) & 0x88) != 0x08) {
      }
      u64 words = 256;
      __asm__ volatile("rep insw" : "+D"(to), "+c"(words) : "d"((u16)0x1f0) : "memory");
    }
    count -= n;
    first += n;
  }
}

static void enable_vectors(void) {
  u32 a = 1, b, c = 0, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  if ((c >> 26 & 1) == 0) return;  // no XSAVE
  a = 13;
  c = 0;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  __asm__ volatile("xsetbv" : : "c"(0), "a"(a & 0xE7), "d"(0));  // all of SSE, AVX and AVX-512 that there is
}

static void catch_exceptions(void) {
  static struct {
    u16 low, selector;
    u8 stack, type;
    u16 middle;
    u32 high, zero;
  } __attribute__((packed)) table[32];
  for (int i = 0; i < 32; ++i) {
    const u64 entry = exception_entries[i];
    table[i].low = (u16)entry;
    table[i].selector = 8;
    table[i].type = 0x8E;
    table[i].middle = (u16)(entry >> 16);
    table[i].high = (u32)(entry >> 32);
  }
  struct {
    u16 limit;
    u64 base;
  } __attribute__((packed)) idt = {sizeof table - 1, (u64)table};
  __asm__ volatile("lidt %0" : : "m"(idt));
}

// Copies strings, up to an empty one, below `top` and their addresses to `list`; returns the end of the list.
static u64* put_strings(u64* list, const char** strings) {
  const char* s = *strings;
  for (; *s != 0; ++s) {
    *list++ = (u64)s;
    while (*s != 0) ++s;
  }
  *strings = s + 1;
  *list++ = 0;
  return list;
}

void kernel_main(void) {
  out8(0x3fb, 0x83);  // the serial line: fastest, 8 bits
  out8(0x3f8, 1);
  out8(0x3f9, 0);
  out8(0x3fb, 3);
  out8(0x3f9, 0);
  enable_vectors();
  catch_exceptions();
  write_msr(0xC0000081, 8UL << 32);  // STAR, LSTAR, SFMASK: the system calls
  write_msr(0xC0000082, (u64)system_call_entry);
  write_msr(0xC0000084, 0x200);

  // The program's header sector stays at the top of its stack: the strings there are its arguments and environment.
  read_sectors(64, 1, stack_top);
  const u64 size = *(u64*)stack_top;
  read_sectors(65, (size + 511) / 512, file_start);

  // ELF: load the segments of type 1.
  const u64 entry = *(u64*)(file_start + 24), headers = *(u64*)(file_start + 32);
  const u16 count = *(u16*)(file_start + 56);
  u64 headers_at = 0;
  for (u16 i = 0; i < count; ++i) {
    const u64 header = file_start + headers + 56UL * i;
    if (*(u32*)header != 1) continue;
    const u64 offset = *(u64*)(header + 8), address = *(u64*)(header + 16);
    const u64 in_file = *(u64*)(header + 32), in_memory = *(u64*)(header + 40);
    copy(address, file_start + offset, in_file);
    clear(address + in_file, in_memory - in_file);
    if (address + in_memory > heap_next) heap_next = address + in_memory;
    if (offset <= headers && headers < offset + in_file) headers_at = address + headers - offset;
  }
  heap_next = (heap_next + 4095) & ~4095UL;

  u64* const stack = (u64*)(stack_top - 8192);
  const char* strings = (const char*)stack_top + 8;
  u64* next = put_strings(stack + 1, &strings);
  stack[0] = (u64)(next - stack - 2);
  next = put_strings(next, &strings);
  // The auxiliary vector: PHDR, PHENT, PHNUM, PAGESZ, ENTRY, RANDOM.
  const u64 random = stack_top + 1024;
  const u64 auxiliary[] = {3, headers_at, 4, 56, 5, count, 6, 4096, 9, entry, 25, random, 0, 0};
  for (u64 i = 0; i < sizeof auxiliary / sizeof *auxiliary; ++i) *next++ = auxiliary[i];
  enter_program(entry, (u64)stack);
}
