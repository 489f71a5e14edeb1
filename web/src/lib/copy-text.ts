/**
 * Puts text on the clipboard; false when the browser does not let us. Its own interface exists only on https and
 * localhost: elsewhere a field that nobody sees is selected and copied, inside the open dialog, which would take the
 * focus back otherwise.
 */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (
    clipboard &&
    (await clipboard.writeText(text).then(
      () => true,
      () => false,
    ))
  )
    return true;
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0;pointer-events:none';
  (before?.closest('[role=dialog]') ?? document.body).append(field);
  try {
    field.select();
    // Out of date, and the only way without a secure page.
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
