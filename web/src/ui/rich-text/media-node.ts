import { mergeAttributes, Node } from '@tiptap/core';
import { MEDIA_DEFAULTS, UNTIL_PLAYED, isWebAddress, type Media, type MediaKind } from './media-rules.ts';

const flags = ['muted', 'loop'] as const;

/** The addresses an element plays: its own `src` and those of its sources, web addresses only. */
function linksOf(element: HTMLElement): string[] {
  const all = [element, ...element.querySelectorAll('source')].map((each) => each.getAttribute('src') ?? '');
  return [...new Set(all.filter(isWebAddress))];
}

function mediaNode(kind: MediaKind) {
  return Node.create({
    name: kind,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      links: { default: [], parseHTML: linksOf, rendered: false },
      ...Object.fromEntries(
        flags.map((flag) => [
          flag,
          {
            default: MEDIA_DEFAULTS[flag],
            parseHTML: (element: HTMLElement) => element.hasAttribute(flag),
            renderHTML: (attributes: Record<string, unknown>) => (attributes[flag] === true ? { [flag]: '' } : {}),
          },
        ]),
      ),
      ...(kind === 'video'
        ? Object.fromEntries(
            (['width', 'height'] as const).map((side) => [
              side,
              {
                default: MEDIA_DEFAULTS[side],
                parseHTML: (element: HTMLElement) =>
                  Number.parseInt(element.getAttribute(side) ?? '', 10) || MEDIA_DEFAULTS[side],
              },
            ]),
          )
        : {}),
    }),
    parseHTML: () => [{ tag: kind, getAttrs: (element) => (linksOf(element).length > 0 ? null : false) }],
    renderHTML: ({ node, HTMLAttributes }) => [
      kind,
      mergeAttributes(UNTIL_PLAYED, HTMLAttributes),
      ...(node.attrs as Media).links.map((src) => ['source', { src }] as const),
    ],
  });
}

/** A video between paragraphs. Attributes: {@link Media}. */
export const VideoNode = mediaNode('video');
/** An audio between paragraphs. Attributes: {@link Media} without the sides. */
export const AudioNode = mediaNode('audio');
