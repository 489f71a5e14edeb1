/** Leaves the page for an address, with everything that it held: signing out, single sign-on. */
export function leaveTo(address: string): void {
  location.assign(address);
}
