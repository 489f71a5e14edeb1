import { modulePath, type ModuleRoute } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { Locator, Page } from 'playwright';
import type { Stage } from './stage.ts';

/** One screen: who sees it, where it is, and what is done before it is photographed. */
export interface Screen {
  readonly file: string;
  /** Chinese, as the index names it. */
  readonly title: string;
  /** Null: nobody is signed in. */
  readonly person: string | null;
  /** As the index tells it; a part after a colon stands for what `address` finds. */
  readonly path: string;
  /** Where it really is, when that depends on the university. */
  readonly address?: (stage: Stage) => Promise<string>;
  readonly dark?: boolean;
  readonly prepare?: (page: Page, stage: Stage) => Promise<void>;
  /** Prepared again for each size, since it does not outlive a change of the window's size. */
  readonly eachSize?: boolean;
  /** The message that pops up is what is shown; elsewhere it is put off, since it would cover the page. */
  readonly popUp?: boolean;
  /** How the university is set up for this screen alone; answers what puts it back. */
  readonly arrange?: (stage: Stage) => Promise<() => Promise<void>>;
}

/** Address of a page of a module. */
export const at = (module: ModuleRoute, page?: string): string => modulePath(module, page);

/** The dialog in front, or the one of this name. */
export const dialogOf = (page: Page, name?: string | RegExp): Locator =>
  name === undefined ? page.getByRole('dialog').last() : page.getByRole('dialog', { name });

/** Presses the first button of this name and waits for what it opens. */
export const press =
  (name: string | RegExp, dialog?: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).first().click();
    await dialogOf(page, dialog).waitFor();
  };

/** Goes to where the first link of the page's content leads that fits, also when it would open a window of its own. */
export const follow =
  (link: (page: Page) => Locator) =>
  async (page: Page): Promise<void> => {
    const href = await link(page).first().getAttribute('href');
    if (href === null) throw new Error('the link leads nowhere');
    await page.goto(new URL(href, page.url()).href);
  };

/** Steps one after the other. */
export const inTurn =
  (...steps: readonly NonNullable<Screen['prepare']>[]) =>
  async (page: Page, stage: Stage): Promise<void> => {
    for (const step of steps) await step(page, stage);
  };
