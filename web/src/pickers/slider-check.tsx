import { finishSlide, startSlide, type SlidePoint } from '@jwxt/contracts/session/session.operations.ts';
import { IconCheck, IconChevronsRight } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { toApiError } from '../lib/api-error.ts';
import { call } from '../lib/api.ts';
import { slide } from './slide.model.ts';
import classes from './slider-check.module.css';

const HANDLE = 48;
const KEY_STEP = 40;

export type SliderCheckProps = {
  /** The name that the proof is for; the slider does not start before name and password are filled (LOGIN-25). */
  userName: string;
  ready: boolean;
  /** What the drag earned; null before it, and when it is used up. */
  proof: string | null;
  onProof: (proof: string | null) => void;
};

type Drag = { from: number; began: number; points: SlidePoint[]; challenge: Promise<string> };

/**
 * Drag to the end, or press the right arrow key until there; the server judges the drag and gives a proof for one
 * sign-in (LOGIN-25…28).
 */
export function SliderCheck({ userName, ready, proof, onProof }: SliderCheckProps) {
  const [at, setAt] = useState(0);
  const [judging, setJudging] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const track = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const done = proof !== null;
  const length = () => (track.current?.clientWidth ?? 0) - HANDLE;

  function begin(from: number): Drag {
    setFailure(null);
    const challenge = call(startSlide, { userName }).then((answer) => answer.challenge);
    // Seen when the drag ends.
    challenge.catch(() => undefined);
    return { from, began: performance.now(), points: [[0, 0]], challenge };
  }
  function move(current: Drag, to: number) {
    const next = slide(to, length());
    current.points.push([Math.round(performance.now() - current.began), Math.round(next.at * 10) / 10]);
    setAt(next.at);
    if (next.done) {
      drag.current = null;
      void judge(current);
    }
  }
  async function judge(ended: Drag) {
    setJudging(true);
    try {
      const answer = await call(finishSlide, {
        challenge: await ended.challenge,
        track: length(),
        points: ended.points.slice(-500),
      });
      onProof(answer.proof);
    } catch (error) {
      setFailure(toApiError(error, '滑动验证未通过，请重新滑动').message);
    } finally {
      setJudging(false);
      setAt(0);
    }
  }
  /** LOGIN-28: let go too early, the handle snaps back. */
  function letGo() {
    if (drag.current === null) return;
    drag.current = null;
    setAt(0);
  }
  function down(event: PointerEvent) {
    if (!ready || done || judging || event.button !== 0) return;
    drag.current = begin(event.clientX);
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function key(event: KeyboardEvent) {
    if (event.key !== 'ArrowRight') return;
    event.preventDefault();
    if (!ready || done || judging) return;
    drag.current ??= begin(0);
    move(drag.current, at + KEY_STEP);
  }

  const text = done ? '验证成功' : judging ? '正在验证…' : (failure ?? '请向右滑动滑块，完成验证');
  return (
    <div
      ref={track}
      className={classes['slider']}
      data-done={done || undefined}
      data-failed={(failure !== null && !done && !judging) || undefined}
    >
      <span className={classes['text']} role="status">
        {text}
      </span>
      <button
        type="button"
        className={classes['handle']}
        style={done ? { right: 0 } : { left: judging ? length() : at }}
        aria-label={done ? '验证成功' : '按住向右拖动，或连续按右方向键'}
        aria-disabled={!ready || done}
        title={ready || done ? undefined : '请先填写用户名和密码'}
        onPointerDown={down}
        onPointerMove={(event) => {
          if (drag.current) move(drag.current, event.clientX - drag.current.from);
        }}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onKeyDown={key}
        onBlur={letGo}
      >
        {done ? <IconCheck size={18} aria-hidden /> : <IconChevronsRight size={18} aria-hidden />}
      </button>
    </div>
  );
}
