import sanitizeHtml, { type IOptions } from 'sanitize-html';

/** A picture inside a text, base64 characters: larger ones belong into the attachments. */
const MAX_PICTURE = 400_000;
const picture = /^data:image\/(?:png|jpeg|gif|bmp|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const absoluteWebAddress = /^https?:\/\/[^/?#\s]/i;
const pixels = /^\d{1,4}$/;

/** What the editor can write, and nothing else. */
const allowed: IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h2',
    'h3',
    'h4',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'code',
    'pre',
    'blockquote',
    'ul',
    'ol',
    'li',
    'span',
    'div',
    'a',
    'img',
    'video',
    'audio',
    'source',
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'colgroup',
    'col',
  ],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    source: ['src'],
    ol: ['start'],
    video: ['controls', 'muted', 'loop', 'preload', 'width', 'height'],
    audio: ['controls', 'muted', 'loop', 'preload'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedStyles: { '*': { 'text-align': [/^(?:left|center|right|justify)$/] } },
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { a: ['http', 'https', 'mailto', 'tel'], img: ['data'], source: ['http', 'https'] },
  allowProtocolRelative: false,
  // What stands between the tags of these is no text for a reader.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'xmp',
    'noembed',
    'noframes',
    'iframe',
    'template',
    'svg',
    'math',
  ],
  selfClosing: ['br', 'hr', 'img', 'source', 'col'],
  nestingLimit: 60,
  transformTags: {
    h1: 'h2',
    // A page opened from a text must not reach back into ours.
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer' } }),
    video: untilPlayed,
    audio: untilPlayed,
    '*': (tagName, attribs) => ({ tagName, attribs: withoutOddSizes(attribs) }),
  },
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' && !isPicture(attribs.src)) || (tag === 'source' && !absoluteWebAddress.test(attribs.src ?? '')),
};

/**
 * A recording of another server is asked for when its reader plays it, not before: that server would learn who reads
 * what, and when.
 */
function untilPlayed(
  tagName: string,
  attribs: Record<string, string>,
): { tagName: string; attribs: Record<string, string> } {
  return { tagName, attribs: { ...attribs, controls: '', preload: 'none' } };
}

function isPicture(src: string | undefined): boolean {
  return src !== undefined && src.length <= MAX_PICTURE && picture.test(src);
}

function withoutOddSizes(attribs: Record<string, string>): Record<string, string> {
  const sizes = new Set(['width', 'height', 'colspan', 'rowspan', 'start']);
  return Object.fromEntries(Object.entries(attribs).filter(([name, value]) => !sizes.has(name) || pixels.test(value)));
}

/**
 * Rich text as it may be stored and shown: an allow-list of elements, attributes, one style and address schemes.
 * Pictures are only those within the text, video and audio only absolute web addresses that wait for a click: nothing
 * in a text makes a reader's browser call anybody.
 */
export function sanitiseRichText(html: string): string {
  return sanitizeHtml(html, allowed).trim();
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The beginning of a rich text as plain text of at most `length` characters, for messages. */
export function excerptOf(html: string, length = 200): string {
  const text = sanitizeHtml(html.replace(/<\/(?:p|h\d|li|td|th|tr|div)>|<br\s*\/?>/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
  })
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/[\s\u00A0]+/g, ' ')
    .trim();
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
