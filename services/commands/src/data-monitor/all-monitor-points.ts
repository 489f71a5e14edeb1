import { accountPoints } from './account-points.ts';
import { arrangePoints } from './arrange-points.ts';
import { baseInfoPoints } from './base-info-points.ts';
import { choosePoints } from './choose-points.ts';
import type { MonitorPoint } from './monitor-point.ts';
import { openCoursePoints } from './open-course-points.ts';
import { platformPoints } from './platform-points.ts';
import { scorePoints } from './score-points.ts';
import { teachingReviewPoints } from './teaching-review-points.ts';

/** Every point, in the order in which people see them. Groups whose data the product does not hold yet have none. */
export const allMonitorPoints: readonly MonitorPoint[] = [
  ...arrangePoints,
  ...scorePoints,
  ...teachingReviewPoints,
  ...openCoursePoints,
  ...baseInfoPoints,
  ...accountPoints,
  ...choosePoints,
  ...platformPoints,
];

/** A point by its code. */
export const pointByCode: ReadonlyMap<string, MonitorPoint> = new Map(
  allMonitorPoints.map((point) => [point.code, point]),
);
