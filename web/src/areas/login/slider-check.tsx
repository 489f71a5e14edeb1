import { IconCheck, IconChevronsRight } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { slide } from './login-rules.ts';
import classes from './login.module.css';

const HANDLE = 48;
const KEY_STEP = 40;

/** Drag to the end, or hold the right arrow key. Starts only once name and password are filled (LOGIN-25…28). */
export function SliderCheck({ ready, done, onDone }: { ready: boolean; done: boolean; onDone: () => void }) {
  const [at, setAt] = useState(0);
  const track = useRef<HTMLDivElement>(null);
  const from = useRef<number | null>(null);
  const length = () => (track.current?.clientWidth ?? 0) - HANDLE;

  function move(to: number) {
    const next = slide(to, length());
    setAt(next.at);
    if (next.done) {
      from.current = null;
      onDone();
    }
  }
  function down(event: PointerEvent) {
    if (!ready || done) return;
    from.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function up() {
    if (from.current === null) return;
    from.current = null;
    setAt(0);
  }
  function key(event: KeyboardEvent) {
    if (!ready || done || event.key !== 'ArrowRight') return;
    event.preventDefault();
    move(at + KEY_STEP);
  }

  return (
    <div ref={track} className={classes['slider']} data-done={done || undefined}>
      <span className={classes['sliderText']} role="status">{done ? '验证成功' : '请向右滑动滑块，完成验证'}</span>
      <button type="button" className={classes['handle']} style={done ? { right: 0 } : { left: at }} aria-label={done ? '验证成功' : '按住向右拖动，或按住右方向键'} aria-disabled={!ready}
        onPointerDown={down} onPointerMove={(event) => { if (from.current !== null) move(event.clientX - from.current); }} onPointerUp={up} onPointerCancel={up} onKeyDown={key} onBlur={() => { if (!done) setAt(0); }}>
        {done ? <IconCheck size={18} /> : <IconChevronsRight size={18} />}
      </button>
    </div>
  );
}
