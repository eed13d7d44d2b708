/** Where this tab keeps what its developer asked of the remotes: gone with the tab, in no link. */
export const steeringKey = 'patchwork:steering';

/** Whether there is anything to steer. Free of dependencies: every page asks this before it starts. */
export function isSteered(): boolean {
  try {
    return sessionStorage.getItem(steeringKey) !== null;
  } catch {
    return false;
  }
}
