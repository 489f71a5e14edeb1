// @vitest-environment jsdom
import { finishSlide, startSlide } from '@jwxt/contracts/session/session.operations.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, refused, stubApi } from '../testing/api-stub.ts';
import { Held, render } from '../testing/render.tsx';
import { slide } from './slide.model.ts';
import { SliderCheck } from './slider-check.tsx';

const track = 290;
beforeEach(() => {
  // jsdom measures nothing and captures no pointer.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(track + 48);
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const api = () =>
  stubApi([
    [startSlide, () => ok({ challenge: 'c'.repeat(32) })],
    [finishSlide, () => ok({ proof: 'the-proof' })],
  ]);
const show = (ready = true) =>
  render(
    <Held<string | null> start={null}>
      {(proof, onProof) => <SliderCheck userName="dean1" ready={ready} proof={proof} onProof={onProof} />}
    </Held>,
  );
const handle = () => screen.getByRole('button');
const text = () => screen.getByRole('status').textContent;

function drag(to: readonly number[], end: 'up' | 'none' = 'up') {
  fireEvent.pointerDown(handle(), { clientX: 10, pointerId: 1, button: 0 });
  for (const at of to) fireEvent.pointerMove(handle(), { clientX: 10 + at, pointerId: 1 });
  if (end === 'up') fireEvent.pointerUp(handle(), { pointerId: 1 });
}

describe('the slider', () => {
  // LOGIN-08, LOGIN-26, LOGIN-27
  it('prompts, and after a full drag that the server believes says 验证成功', async () => {
    const { to } = api();
    show();
    expect(text()).toBe('请向右滑动滑块，完成验证');
    drag([30, 120, 230, 300]);
    await waitFor(() => {
      expect(text()).toBe('验证成功');
    });
    expect(to(startSlide)[0]?.fields).toMatchObject({ userName: 'dean1' });
    expect(to(finishSlide)[0]?.fields).toMatchObject({
      challenge: 'c'.repeat(32),
      track,
      points: [
        [0, 0],
        [expect.any(Number), 30],
        [expect.any(Number), 120],
        [expect.any(Number), 230],
        [expect.any(Number), 290],
      ],
    });
  });

  it('LOGIN-28: let go before the end, it snaps back and nothing is asked of the server', () => {
    const { to } = api();
    show();
    drag([30, 120, 289]);
    expect(handle().style.left).toBe('0px');
    expect(text()).toBe('请向右滑动滑块，完成验证');
    expect(to(finishSlide)).toHaveLength(0);
  });

  it('LOGIN-25: does not start before name and password are filled', () => {
    const { calls } = api();
    show(false);
    expect(handle().getAttribute('aria-disabled')).toBe('true');
    drag([100, 290]);
    fireEvent.keyDown(handle(), { key: 'ArrowRight' });
    expect(handle().style.left).toBe('0px');
    expect(calls).toHaveLength(0);
  });

  it('goes by the right arrow key too', async () => {
    api();
    const { user } = show();
    await user.tab();
    expect(document.activeElement).toBe(handle());
    await user.keyboard('{ArrowRight>8/}');
    await waitFor(() => {
      expect(text()).toBe('验证成功');
    });
  });

  it('LOGIN-28: what the server does not believe snaps back, with the reason, and may be tried again', async () => {
    const judged = [refused('SLIDER_FAILED', '滑动验证未通过，请重新滑动'), ok({ proof: 'p' })];
    stubApi([
      [startSlide, () => ok({ challenge: 'c'.repeat(32) })],
      [finishSlide, () => judged.shift() ?? ok({ proof: 'p' })],
    ]);
    show();
    drag([290]);
    await waitFor(() => {
      expect(text()).toBe('滑动验证未通过，请重新滑动');
    });
    expect(handle().style.left).toBe('0px');
    drag([30, 120, 230, 300]);
    await waitFor(() => {
      expect(text()).toBe('验证成功');
    });
  });

  it('LOGIN-27: is done only at the very end of the track', () => {
    expect([slide(-5, 290), slide(289, 290), slide(400, 290), slide(5, 0)]).toEqual([
      { at: 0, done: false },
      { at: 289, done: false },
      { at: 290, done: true },
      { at: 0, done: false },
    ]);
  });
});
