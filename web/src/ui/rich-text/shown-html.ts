import { UNTIL_PLAYED } from './media-rules.ts';

/**
 * Rich text as it is put into a page: recordings wait until they are played, and pictures of other servers are left
 * out, also in texts that were stored when the server still let them load by themselves. A document that is not shown
 * loads nothing while it is changed.
 */
export function shownHtml(html: string): string {
  if (!/<(?:video|audio|img)\b/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const media of body.querySelectorAll('video, audio')) {
    for (const name of ['autoplay', 'poster']) media.removeAttribute(name);
    for (const [name, value] of Object.entries(UNTIL_PLAYED)) media.setAttribute(name, value);
  }
  for (const picture of body.querySelectorAll('img')) {
    picture.removeAttribute('srcset');
    if (!/^data:image\//i.test(picture.getAttribute('src') ?? '')) picture.remove();
  }
  return body.innerHTML;
}
