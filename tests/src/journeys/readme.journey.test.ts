import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScreens } from '../screenshots/all-screens.ts';
import { openStage } from '../screenshots/stage.ts';
import { startProduct } from '../testing/start-product.ts';
import { changePublishedScore, excelAndPaper, typeIntoOneCell } from './readme-class-steps.ts';
import { failAndTryAgain, setExamsUp } from './readme-office-steps.ts';
import { arrangeAndWatch, tellEverybody } from './readme-school-steps.ts';
import { decideOnClasses, enterScores, findPages, submitAndWatch } from './readme-score-steps.ts';
import { receiveFreshmen } from './readme-status-steps.ts';
import { handOutTranscript, offerElective, recognise, replay } from './readme-student-steps.ts';
import { beginTour } from './readme-tour.ts';

let tour: Awaited<ReturnType<typeof beginTour>> | undefined;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  // Of its own: each step begins with what the demo university has, and what the step before left.
  const started = await startProduct(600);
  ({ stop } = started);
  tour = await beginTour(started.product);
}, 300_000);
afterAll(async () => {
  await tour?.end();
  await stop?.();
});

it('the demo university has every class, application and score that docs/screens shows', async () => {
  const stage = openStage(tour!.product);
  // What a screen arranges for itself is not there before.
  const addresses = await Promise.all(
    allScreens
      .filter(({ arrange }) => arrange === undefined)
      .map(async ({ file, path, address }) =>
        address ? await address(stage).catch((error: unknown) => `${file}: ${String(error)}`) : path,
      ),
  );
  expect(addresses.filter((address) => !address.startsWith('/'))).toEqual([]);
});

describe('the fifteen minutes of the README, one after the other in one product', () => {
  it('how pages are found, and kept', () => findPages(tour!));
  it('1. Enter', () => enterScores(tour!));
  it('2. Submit and watch', () => submitAndWatch(tour!));
  it('3. Decide', () => decideOnClasses(tour!));
  it('4. Two people, one cell', () => typeIntoOneCell(tour!));
  it('5. Change a published score', () => changePublishedScore(tour!));
  it('6. Set exams up', () => setExamsUp(tour!));
  it('7. Excel and paper', () => excelAndPaper(tour!));
  it('8. Fail, and try again', () => failAndTryAgain(tour!));
  it('9. Recognise', () => recognise(tour!));
  it('10. Offer a public elective', () => offerElective(tour!));
  it('11. Hand out a transcript', () => handOutTranscript(tour!));
  it('12. Replay', () => replay(tour!));
  it('13. Tell everybody', () => tellEverybody(tour!));
  it('14. Arrange and watch over', () => arrangeAndWatch(tour!));
  it('18. September', () => receiveFreshmen(tour!));
});
