/** Word marks a list only by a class and the list it belongs to; the bullet is text of its own. */
const wordList = /mso-list:\s*l\d+\s+level(\d+)/i;

/**
 * Pasted HTML without what word processors add: style sheets, comments, conditional blocks, office elements, classes
 * and styles, pictures that only exist elsewhere. Word's lists become lists. What the editor knows nothing of is
 * dropped by its schema afterwards.
 */
export function cleanPastedHtml(html: string): string {
  // Conditional comments of the second kind are not comments for a parser.
  const page = new DOMParser().parseFromString(html.replace(/<!\[(?:if|endif)[^>]*>/gi, ''), 'text/html');
  for (const element of page.querySelectorAll('style, script, meta, link, title, xml')) element.remove();
  for (const image of page.querySelectorAll('img'))
    if (!/^data:image\//i.test(image.getAttribute('src') ?? '')) image.remove();
  removeComments(page);
  turnWordLists(page);
  for (const element of page.body.querySelectorAll<HTMLElement>('*')) {
    // o:p, v:shape, w:sdt …
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
    else dropLooks(element);
  }
  return page.body.innerHTML;
}

/**
 * Keeps the alignment of a block, which people mean; fonts, sizes, colours and classes come from the page they are
 * shown on.
 */
function dropLooks(element: HTMLElement): void {
  const align = element.style.textAlign || element.getAttribute('align');
  for (const name of ['class', 'style', 'lang', 'align', 'id', 'face', 'color', 'bgcolor'])
    element.removeAttribute(name);
  if (align === 'center' || align === 'right' || align === 'justify') element.style.textAlign = align;
}

function removeComments(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) comments.push(walker.currentNode);
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

function turnWordLists(page: Document): void {
  for (const paragraph of page.querySelectorAll<HTMLElement>('p')) {
    if (!wordList.test(paragraph.getAttribute('style') ?? '')) continue;
    const bullet = [...paragraph.querySelectorAll('span')].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
    );
    const kind = /^\W*[\da-z一二三四五六七八九十]{1,3}[.)、）]/i.test(bullet?.textContent ?? '') ? 'ol' : 'ul';
    bullet?.remove();
    const before = paragraph.previousElementSibling;
    const list = before?.localName === kind ? before : page.createElement(kind);
    if (list !== before) paragraph.before(list);
    const item = page.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
}
