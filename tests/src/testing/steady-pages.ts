import { entryClasses } from '@jwxt/contracts/score/score-entry.operations.ts';
import type { Browser, Page } from 'playwright';
import { signInToApi } from './api-session.ts';
import { openPhone, openWindow } from './browser.ts';
import { seenOn, settled, watchPage } from './page-watch.ts';

/** A page on which nothing may move under one's eyes while it fills. */
export interface SteadyPage {
  readonly name: string;
  readonly person: string;
  readonly path: string;
}

/** Home, approval centre, the entry grid of a whole class, published scores and the student's home. */
export async function steadyPages(url: string): Promise<SteadyPage[]> {
  const teacher = await signInToApi(url, 'teacher1');
  const { rows } = await teacher.call(entryClasses, {});
  const [largest] = rows.toSorted((a, b) => b.coursePersonCount - a.coursePersonCount);
  if (!largest) throw new Error('teacher1 has no class to enter');
  return [
    { name: 'home', person: 'office1', path: '/' },
    { name: 'approval', person: 'dean1', path: '/jwxt/gly/messageSystem/approval' },
    { name: 'grid', person: 'teacher1', path: `/jwxt/gly/scoreManage/entry/${largest.teachingClassId}/1` },
    { name: 'published', person: 'office1', path: '/jwxt/gly/scoreManage/publishedScore' },
    { name: 'student', person: 'student1', path: '/jwxt/xs' },
  ];
}

/** Widths of a desk and of a phone. */
export const widths = { desk: 1366, phone: 390 } as const;

/** Opens a page anew; answers it with what moved until it was full. `prepare`: before it is asked for. */
export async function openSteadily(
  browser: Browser,
  url: string,
  { person, path }: SteadyPage,
  width: keyof typeof widths,
  prepare: (page: Page) => Promise<void>,
): Promise<{ page: Page; cls: number; shifts: readonly string[] }> {
  const page = await (width === 'phone' ? openPhone : openWindow)(browser, url, person);
  await page.goto('about:blank');
  await watchPage(page);
  await prepare(page);
  await page.goto(`${url}${path}`);
  await settled(page);
  const { cls, shifts } = await seenOn(page);
  return { page, cls, shifts };
}
