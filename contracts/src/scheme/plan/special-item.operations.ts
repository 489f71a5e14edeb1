import { z } from 'zod';
import { defineCommand } from '../../kernel/command.ts';
import { commandId } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { noScope } from '../../kernel/scope.vocabulary.ts';

const key = z.string().min(1, '必填').max(64);
const count = z.number().int().min(0);

/** The items that a student may choose among, course by course, with the one that he has (SCHEME-34). */
export const ownSpecialItems = defineOperation({
  id: 'specialItem.own',
  method: 'GET',
  path: '/scheme/specialItem/own',
  access: { permission: 'specialItem:choose' },
  scope: noScope.own,
  summary: '本人的专项选择',
  input: z.object({}),
  output: z.object({
    list: z.array(
      z.object({
        courseId: z.string(),
        courseName: z.string(),
        semesterId: z.string(),
        semesterName: z.string(),
        /** Empty: none yet. */
        chosenId: z.string(),
        items: z.array(
          z.object({
            specialItemId: z.string(),
            itemName: z.string(),
            capacity: z.number().int().nullable(),
            studentNum: count,
            /** Why it cannot be chosen; empty: it can. */
            problem: z.string(),
          }),
        ),
      }),
    ),
  }),
});
export type OwnSpecialItem = z.output<typeof ownSpecialItems.output>['list'][number];

const choice = { specialItemId: key };
const chosen = z.object({ specialItemId: z.string() });
export const chooseSpecialItemOperation = defineOperation({
  id: 'specialItem.choose',
  method: 'POST',
  path: '/scheme/specialItem/choose',
  access: { permission: 'specialItem:choose' },
  scope: noScope.own,
  summary: '选择专项',
  encoding: 'form',
  outcome: 'operate',
  input: z.object({ commandId, ...choice }),
  output: chosen,
});
/** The student takes this item, in the place of another of the same course and semester. */
export const chooseSpecialItem = defineCommand('specialItem.choose', z.object(choice), chosen);

export const specialItemOperations = [ownSpecialItems, chooseSpecialItemOperation] as const;
