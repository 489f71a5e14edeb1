import { z } from 'zod';
import { defineCommand } from '../kernel/command.ts';
import { commandId, integer, total, yesNoFlag } from '../kernel/fields.ts';
import { defineOperation } from '../kernel/operation.ts';

const access = { permission: 'specialItemGroup:split' } as const;
const text = z.string();
const way = {
  specialItemId: z.string('请选择专项').min(1, '请选择专项').max(64),
  /** Who is in a group already is parted again, but for groups whose job is confirmed. */
  again: yesNoFlag,
  even: yesNoFlag,
  /** Room of further groups, as many as are needed; without it none is made. */
  newCapacity: integer(1, 999, '应为1至999之间的整数').optional(),
};

/** Who would come into which group of an item, and who into none (OPEN-COURSE-18). Nothing is written. */
export const previewItemGroups = defineOperation({
  id: 'specialItemGroup.previewSplit',
  method: 'POST',
  path: '/openCourse/specialItemGroup/previewSplit',
  access,
  scope: 'resource',
  summary: '专项分组预览',
  encoding: 'form',
  outcome: 'query',
  input: z.object(way),
  output: z.object({
    itemName: text,
    students: total,
    groups: z.array(
      z.object({
        /** Empty: it is made. */
        itemGroupId: text,
        groupName: text,
        capacity: z.number().int(),
        before: total,
        after: total,
        teachingClassName: text,
        settled: z.boolean(),
        classes: z.array(z.object({ className: text, students: total })),
        students: z.array(z.object({ studentNumber: text, studentName: text, className: text, comes: z.boolean() })),
      }),
    ),
    left: z.array(z.object({ studentNumber: text, studentName: text, className: text, reason: text })),
    /** How many come into a group that they are not in. */
    coming: total,
    digest: text,
  }),
});
export type PreviewedItemGroups = z.output<typeof previewItemGroups.output>;

const splitting = { ...way, makeJobs: yesNoFlag, digest: z.string().max(64) };
const parted = z.object({
  placed: total,
  left: total,
  groups: total,
  jobs: total,
  /** Who is in a group, but came into no roster of its class, with why. */
  kept: z.array(z.object({ name: text, message: text })),
});
/** Parts the students of an item as the preview showed it; classes that are there take theirs in. */
export const splitItemGroupsOperation = defineOperation({
  id: 'specialItemGroup.split',
  method: 'POST',
  path: '/openCourse/specialItemGroup/split',
  access,
  scope: 'resource',
  summary: '专项分组',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, ...splitting }),
  output: parted,
});
/** What the operation sends. `digest`: of the preview; when it would be otherwise by now, nothing is done. */
export const splitItemGroups = defineCommand('specialItemGroup.split', z.object(splitting), parted);

export const specialItemGroupOperations = [previewItemGroups, splitItemGroupsOperation] as const;
