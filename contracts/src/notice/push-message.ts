/** What a pushed message says: which one, for whom, and one line of it. */
export interface PushedMessage {
  readonly title: string;
  readonly systemMessageEntityId: string;
  readonly systemMessageAudienceId: string;
  readonly text: string;
}

/**
 * The `message` field of the push channel, `title/id,audience id,text` (NOTICE-26). Each piece is percent-encoded, so
 * that a comma or a slash of its own stays one.
 */
export function encodePushMessage({
  title,
  systemMessageEntityId,
  systemMessageAudienceId,
  text,
}: PushedMessage): string {
  const piece = (value: string): string => encodeURIComponent(value.toWellFormed());
  return `${piece(title)}/${piece(systemMessageEntityId)},${piece(systemMessageAudienceId)},${piece(text)}`;
}

/** The reverse of {@link encodePushMessage}; null for what it did not write. */
export function decodePushMessage(message: string): PushedMessage | null {
  const found = /^([^/,]*)\/([^/,]+),([^/,]+),([^/,]*)$/.exec(message);
  if (!found) return null;
  try {
    const [title = '', systemMessageEntityId = '', systemMessageAudienceId = '', text = ''] = found
      .slice(1)
      .map((piece) => decodeURIComponent(piece));
    return { title, systemMessageEntityId, systemMessageAudienceId, text };
  } catch {
    return null;
  }
}
