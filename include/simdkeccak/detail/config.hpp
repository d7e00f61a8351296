// Compiler differences, in one place.
#pragma once

// For the functions that must melt into a kernel or into the fast path around it.
#if defined(__GNUC__)
#define SIMDKECCAK_INLINE [[gnu::always_inline]] inline
#elif defined(_MSC_VER)
#define SIMDKECCAK_INLINE __forceinline
#else
#define SIMDKECCAK_INLINE inline
#endif

// What a shared library exports; everything else is compiled with hidden visibility.
#if defined(__GNUC__) && !defined(_WIN32)
#define SIMDKECCAK_API [[gnu::visibility("default")]]
#else
#define SIMDKECCAK_API
#endif
