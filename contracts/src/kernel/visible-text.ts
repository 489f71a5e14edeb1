const marks = [
  '\\u0001-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5' +
    '\\u180E\\u200B\\u200C\\u200E\\u200F\\u2028-\\u202E',
  '\\u2060-\\u206F\\u2800\\u3164\\uFEFF\\uFFA0\\uFFF9-\\uFFFB\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E007F}',
].join('');
/** A joiner makes one picture of several; anywhere else nobody sees it. */
const strayJoiner = [
  String.raw`(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D`,
  String.raw`\u200D(?!\p{Extended_Pictographic})`,
].join('|');
const invisible = new RegExp(`[${marks}]|${strayJoiner}`, 'gu');

/**
 * A text without the marks that nobody sees: control characters, soft hyphens, joiners, marks that turn the direction
 * of text, fillers that look like nothing. They come along when text is copied, and two names that differ only in them
 * look the same. Tabs and ends of lines are text, variants of a character are seen, and NUL stays for who refuses it.
 */
export function visibleText(given: string): string {
  return given.replace(invisible, '');
}
