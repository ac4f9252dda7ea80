/** The one function that lock.ts uses of fs-native-extensions 1.5.1, which ships no types. */
declare module 'fs-native-extensions' {
  const addon: {
    /** An exclusive lock on the whole file; false when another open file description has it. */
    tryLock(fd: number): boolean;
  };
  export = addon;
}
