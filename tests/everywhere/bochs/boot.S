# From the BIOS to kernel_main() in 64-bit mode, with SSE enabled and XSAVE where there is one; and the ways back into the
# kernel: system calls and exceptions. The program runs in ring 0: nothing here protects anything.

.code16
.section .boot, "ax"
.globl _start
_start:
  cli
  xor %ax, %ax
  mov %ax, %ds
  mov %ax, %es
  mov %ax, %ss
  mov $0x7c00, %sp
  ljmp $0, $1f
1:
  mov $disk_packet, %si      # sectors 1 to 62 to 0x8000
  mov $0x42, %ah
  int $0x13
  jc .
  in $0x92, %al              # address line 20
  or $2, %al
  out %al, $0x92

  # Page tables at 0x1000: 4 GiB one to one, in pages of 2 MiB.
  mov $0x1000, %di
  xor %eax, %eax
  mov $0x800, %cx
  rep stosl
  movl $0x2003, 0x1000
  movl $0x3003, 0x2000
  movl $0x4003, 0x2008
  movl $0x5003, 0x2010
  movl $0x6003, 0x2018
  mov $0x3000, %di
  mov $0x83, %eax
  mov $2048, %cx
2:
  mov %eax, (%di)
  movl $0, 4(%di)
  add $8, %di
  add $0x200000, %eax
  loop 2b

  lgdt gdt_register
  mov $1, %eax
  cpuid
  mov $0x620, %eax           # CR4: PAE, OSFXSR, OSXMMEXCPT
  bt $26, %ecx
  jnc 3f
  or $0x40000, %eax          # and OSXSAVE
3:
  mov %eax, %cr4
  mov $0x1000, %eax
  mov %eax, %cr3
  mov $0xC0000080, %ecx      # EFER: system calls, long mode
  mov $0x101, %eax
  xor %edx, %edx
  wrmsr
  mov $0x80000033, %eax      # CR0: paging, protection, floating point
  mov %eax, %cr0
  ljmp $8, $long_mode

.align 4
disk_packet:
  .byte 16, 0
  .word 62, 0x8000, 0
  .quad 1
.align 8
gdt:
  .quad 0, 0x00AF9A000000FFFF, 0x00CF92000000FFFF
gdt_register:
  .word 23
  .long gdt

.code64
long_mode:
  mov $16, %eax
  mov %eax, %ds
  mov %eax, %es
  mov %eax, %ss
  jmp start_kernel
.org 510
  .word 0xAA55

.section .text
start_kernel:
  mov $kernel_stack_top, %rsp
  call kernel_main
1:
  hlt
  jmp 1b

# The program's SYSCALL: number in rax, arguments in rdi, rsi, rdx, r10, r8.
.globl system_call_entry
system_call_entry:
  mov %rsp, program_stack(%rip)
  mov $kernel_stack_top, %rsp
  push %rcx
  push %r11
  push %rdi
  push %rsi
  push %rdx
  push %r8
  push %r9
  push %r10
  mov %r8, %r9
  mov %r10, %r8
  mov %rdx, %rcx
  mov %rsi, %rdx
  mov %rdi, %rsi
  mov %rax, %rdi
  call system_call
  pop %r10
  pop %r9
  pop %r8
  pop %rdx
  pop %rsi
  pop %rdi
  pop %r11
  pop %rcx
  mov program_stack(%rip), %rsp
  jmp *%rcx

.globl enter_program
enter_program:               # (entry, stack)
  mov %rsi, %rsp
  mov %rdi, %rax
  xor %edi, %edi
  xor %esi, %esi
  xor %edx, %edx
  xor %ebp, %ebp
  jmp *%rax

.globl exception_entries
.macro EXCEPTION_ENTRY n
exception_\n:
  mov %rsp, %rsi
  mov $\n, %edi
  mov $kernel_stack_top, %rsp
  call exception
.endm
.macro EXCEPTION_ADDRESS n
  .quad exception_\n
.endm
.altmacro
.set i, 0
.rept 32
  EXCEPTION_ENTRY %i
  .set i, i + 1
.endr
.section .rodata
exception_entries:
.set i, 0
.rept 32
  EXCEPTION_ADDRESS %i
  .set i, i + 1
.endr

.section .bss
program_stack:
  .quad 0
.align 16
  .skip 8192
kernel_stack_top:
.section .note.GNU-stack, "", @progbits
