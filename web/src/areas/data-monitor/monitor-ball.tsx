import { ballPercentage } from '@jwxt/contracts/data-monitor/monitor-ball.operations.ts';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import { useLocalStorage, useViewportSize, useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useOperation } from '../../lib/queries.ts';
import {
  BALL_SIZE,
  boundTop,
  CLOSE_MS,
  FIRST_PLACE,
  HOVER_MS,
  moveByKey,
  type BallPlace,
} from './monitor-ball.model.ts';
import classes from './monitor-ball.module.css';
import { PercentageGauge } from './percentage-gauge.tsx';
import { useBallDrag } from './use-ball-drag.ts';

/** Loaded when the ball is first opened: every page carries the ball, few people open it. */
const MonitorPanel = lazyPart(async () => (await import('./monitor-panel.tsx')).MonitorPanel);

const refreshMs = 300_000;

/** The data-monitor ball (MONITOR-01…12): drag it, hover it for its panel, click it for the screen in a new tab. */
export function MonitorBall() {
  const [place, setPlace] = useLocalStorage<BallPlace>({
    key: 'jwxt.monitorBall',
    defaultValue: FIRST_PLACE,
    getInitialValueInEffect: false,
  });
  const { height } = useViewportSize();
  const health = useOperation(ballPercentage, {}, { refetchInterval: refreshMs, staleTime: 60_000 });
  const panel = usePanel();
  const ball = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const drag = useBallDrag({ onDrop: setPlace, onClick: openScreen, onStart: panel.close });
  const top = boundTop(place.top, height === 0 ? window.innerHeight : height);

  const close = (): void => {
    panel.close();
    if (box.current?.contains(document.activeElement)) ball.current?.focus();
  };
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && panel.opened) close();
  });
  const onBallKey = (event: KeyboardEvent): void => {
    const moved = moveByKey({ ...place, top }, event.key, window.innerHeight);
    if (moved) setPlace(moved);
    else if (event.key === 'Enter' || event.key === ' ') {
      panel.open();
      // Once it is there.
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>('[data-autofocus]:not(:disabled), button')?.focus(),
      );
    } else return;
    event.preventDefault();
  };

  return (
    <div
      onPointerEnter={panel.enter}
      onPointerLeave={panel.leave}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) panel.closeSoon();
      }}
    >
      <button
        ref={ball}
        type="button"
        className={classes['ball']}
        data-side={place.side}
        data-dragged={drag.at !== null || undefined}
        data-testid="monitor-ball"
        style={drag.at ?? { top }}
        {...drag.handlers}
        onKeyDown={onBallKey}
        aria-label={
          `数据监控，健康度 ${health.data?.lastRunTime ? `${String(health.data.percentage)}%` : '未知'}。回车查看，` +
          '方向键移动'
        }
        aria-expanded={panel.opened}
        aria-haspopup="dialog"
      >
        <PercentageGauge percentage={health.data?.lastRunTime ? health.data.percentage : null} size={BALL_SIZE} />
      </button>
      {panel.opened && (
        <div
          ref={box}
          className={classes['panel']}
          data-side={place.side}
          style={{ top: Math.max(56, top - 110) }}
          role="dialog"
          aria-label="数据监控"
        >
          <MonitorPanel onClose={close} onOpenScreen={openScreen} onBusy={panel.hold} />
        </div>
      )}
    </div>
  );
}

function openScreen(): void {
  window.open(modulePath('dataMonitor', 'monitorscreen'), '_blank', 'noopener');
}

/**
 * Opens 0.8 s after the pointer came, closes 3 s after it left (MONITOR-05, 06); not while something is being done in
 * it.
 */
function usePanel() {
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inside = useRef(false);
  const held = useRef(false);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const after = (ms: number, open: boolean): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setOpened(open);
    }, ms);
  };
  const leaveSoon = (): void => {
    if (!held.current && !inside.current) after(CLOSE_MS, false);
  };
  return {
    opened,
    enter() {
      inside.current = true;
      after(HOVER_MS, true);
    },
    leave() {
      inside.current = false;
      clearTimeout(timer.current);
      leaveSoon();
    },
    /** Left with the keyboard. */
    closeSoon: leaveSoon,
    open() {
      clearTimeout(timer.current);
      setOpened(true);
    },
    close() {
      clearTimeout(timer.current);
      setOpened(false);
    },
    hold(busy: boolean) {
      held.current = busy;
      if (busy) clearTimeout(timer.current);
      else leaveSoon();
    },
  };
}
