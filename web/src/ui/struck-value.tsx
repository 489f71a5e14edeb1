/**
 * A value that counts nothing is struck out, with the reason for those who do not see that and for the pointer; any
 * other stands plain.
 */
export function StruckValue({ text, barredBy }: { text: string; barredBy: string | null }) {
  return barredBy === null ? (
    text
  ) : (
    <>
      <s title={barredBy}>{text}</s>
      <span className="jw-visually-hidden">{barredBy}</span>
    </>
  );
}
