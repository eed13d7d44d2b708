/** The package has no types of its own. */
declare module 'fs-native-extensions' {
  /**
   * Locks a whole open file until it is closed or the process ends: an open file description lock on Linux, flock on
   * macOS, LockFileEx on Windows. Returns false while another open file has the lock. Throws if the file system has no
   * locks.
   */
  export function tryLock(fd: number): boolean;
}
