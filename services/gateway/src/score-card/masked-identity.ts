/** A name of which only the first character is shown: 张*. */
export function maskedName(name: string): string {
  const [first = '', ...rest] = name;
  return first + '*'.repeat(Math.max(1, rest.length));
}

/** A number of which the beginning and the last two figures are shown, enough to tell papers apart: 2024**01. */
export function maskedNumber(number: string): string {
  const shown = Math.min(4, Math.max(0, number.length - 4));
  return (
    number.slice(0, shown) +
    '*'.repeat(Math.max(2, number.length - shown - 2)) +
    (number.length > 4 ? number.slice(-2) : '')
  );
}
