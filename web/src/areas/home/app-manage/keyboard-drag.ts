import {
  closestCenter,
  pointerWithin,
  type ClientRect,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core';

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const centreOf = ({ left, top, width, height }: ClientRect) => ({ x: left + width / 2, y: top + height / 2 });
/** The surface lies under the tiles: by keyboard one goes to these, and to a tab by its name. */
const isSurface = (id: UniqueIdentifier) => String(id).startsWith('surface:');

/** An arrow key takes what is held to the nearest place in that direction, rather than some pixels further. */
export const toNearestPlace: KeyboardCoordinateGetter = (
  event,
  { currentCoordinates, context: { collisionRect, droppableRects, droppableContainers } },
) => {
  const direction = directions[event.code];
  if (direction === undefined || collisionRect === null) return undefined;
  event.preventDefault();
  const [dx, dy] = direction;
  const from = centreOf(collisionRect);
  const ways = droppableContainers
    .getEnabled()
    .filter(({ id }) => !isSurface(id))
    .flatMap(({ id }) => {
      const rect = droppableRects.get(id);
      if (!rect) return [];
      const to = centreOf(rect);
      const [x, y] = [to.x - from.x, to.y - from.y];
      const along = x * dx + y * dy;
      return along > 8 ? [{ x, y, length: along + 2 * Math.abs(x * dy + y * dx) }] : [];
    });
  const way = ways.toSorted((a, b) => a.length - b.length)[0];
  return way && { x: currentCoordinates.x + way.x, y: currentCoordinates.y + way.y };
};

/** What is under the pointer, a tile before the surface that it lies on; by keyboard the place that was gone to. */
export const placeUnder: CollisionDetection = (args) => {
  if (args.pointerCoordinates === null)
    return closestCenter({ ...args, droppableContainers: args.droppableContainers.filter(({ id }) => !isSurface(id)) });
  return pointerWithin(args).toSorted((a, b) => Number(isTile(b.id)) - Number(isTile(a.id)));
};

const isTile = (id: UniqueIdentifier) => String(id).startsWith('menu:');
