import { useState, type PointerEvent } from 'react';
import { boundTop, isClick, snap, type BallPlace } from './monitor-ball.model.ts';

type Drag = {
  pointer: number;
  startX: number;
  startY: number;
  left: number;
  top: number;
  moved: boolean;
  x: number;
  y: number;
};

/**
 * Dragging the ball: `onStart` when it is pressed; follows the pointer, snaps to the nearer edge when let go
 * (MONITOR-02, 03). A press that hardly moved is `onClick`.
 */
export function useBallDrag({
  onDrop,
  onClick,
  onStart,
}: {
  onDrop: (place: BallPlace) => void;
  onClick: () => void;
  onStart: () => void;
}) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const at = drag?.moved
    ? { left: drag.left + drag.x - drag.startX, top: boundTop(drag.top + drag.y - drag.startY, window.innerHeight) }
    : null;
  return {
    /** Where it is drawn while it is dragged; null at rest. */
    at,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        const box = event.currentTarget.getBoundingClientRect();
        event.currentTarget.setPointerCapture(event.pointerId);
        onStart();
        setDrag({
          pointer: event.pointerId,
          startX: event.clientX,
          startY: event.clientY,
          left: box.left,
          top: box.top,
          moved: false,
          x: event.clientX,
          y: event.clientY,
        });
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (drag === null || event.pointerId !== drag.pointer) return;
        const moved = drag.moved || !isClick(event.clientX - drag.startX, event.clientY - drag.startY);
        setDrag({ ...drag, moved, x: event.clientX, y: event.clientY });
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (drag === null || event.pointerId !== drag.pointer) return;
        setDrag(null);
        if (!drag.moved && isClick(event.clientX - drag.startX, event.clientY - drag.startY)) onClick();
        else
          onDrop(
            snap(drag.left + event.clientX - drag.startX, drag.top + event.clientY - drag.startY, {
              width: window.innerWidth,
              height: window.innerHeight,
            }),
          );
      },
      onPointerCancel() {
        setDrag(null);
      },
    },
  };
}
