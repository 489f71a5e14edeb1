/**
 * The address that an old hash address means: `/#/jwxt/gly/scoreManage/scoreManageHome` (HOME-23) is that page. `hash`
 * is without its `#`. Null when it is none; an address of another site never is.
 */
export function addressInHash(hash: string): string | null {
  return /^\/(?![/\\])[^\s]*$/.test(hash) && !hash.includes('\\') ? hash : null;
}
