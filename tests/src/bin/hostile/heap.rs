//! The allocator the server ships with, and a count of the bytes it has given out: what is held, told apart from what the
//! allocator keeps for later.
#![allow(unsafe_code, reason = "an allocator cannot be written without it")]

use mimalloc::MiMalloc;
use std::{
    alloc::{GlobalAlloc, Layout},
    sync::atomic::{AtomicUsize, Ordering},
};

/// Bytes that were asked for and not given back.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// The most that was held since somebody asked.
static MOST: AtomicUsize = AtomicUsize::new(0);

/// Counts, and leaves the rest to mimalloc.
pub struct Counting;

/// Bytes this process holds now, and the most it held since the last time this was asked.
pub fn held() -> (usize, usize) {
    let now = HELD.load(Ordering::Relaxed);
    (now, MOST.swap(now, Ordering::Relaxed).max(now))
}

fn add(bytes: usize) {
    let now = HELD.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(now, Ordering::Relaxed);
}

// SAFETY: every call is handed on to mimalloc unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { MiMalloc.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { MiMalloc.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size);
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { MiMalloc.realloc(at, layout, size) }
    }
}
