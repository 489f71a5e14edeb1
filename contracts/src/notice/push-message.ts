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
