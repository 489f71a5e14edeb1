/**
 * What a video or an audio in rich text is: `<video>` or `<audio>` with one `<source>` a link; the browser plays the
 * first that it can.
 */
export type MediaKind = 'video' | 'audio';

/** What may be chosen of a media element. `width` and `height` are pixels and only a video's. */
export type Media = { links: readonly string[]; width: number; height: number; muted: boolean; loop: boolean };

/** What a new one starts with (PICKERS-136). */
export const MEDIA_DEFAULTS: Media = { links: [], width: 400, height: 400, muted: false, loop: false };

export const mediaTitles: Record<MediaKind, string> = { video: '视频', audio: '音频' };

export const LINK_EMPTY = '链接不能为空';
export const LINK_INVALID = '非法的链接';
export const LINK_DUPLICATE = '链接已存在';
export const LINK_MISSING = '至少添加一个链接';

/** What every media element has: it shows how to play it, and loads nothing before. */
export const UNTIL_PLAYED = { controls: '', preload: 'none' } as const;

/** True for an absolute http or https address with a host. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#\s]/i.test(text) && URL.canParse(text);
}

/** Why a link cannot be added to the others; null when it can (PICKERS-131, 132, 133). */
export function linkRefusal(link: string, others: readonly string[]): string | null {
  if (link === '') return LINK_EMPTY;
  if (!isWebAddress(link)) return LINK_INVALID;
  return others.includes(link) ? LINK_DUPLICATE : null;
}
