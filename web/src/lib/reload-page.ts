/** Loads the page anew, with the code that is installed now. On its own: nothing can stand in for `location`. */
export function reloadPage(): void {
  location.reload();
}
