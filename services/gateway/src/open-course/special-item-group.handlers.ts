import {
  previewItemGroups,
  splitItemGroups,
  splitItemGroupsOperation,
} from '@jwxt/contracts/open-course/special-item-group.operations.ts';
import { groupingWay } from '@jwxt/contracts/open-course/special-item-group.rules.ts';
import { specialItem } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { planItemGroups } from '@jwxt/infra/runtime/special-item-groups.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { Refused } from '../kernel/refused.ts';
import { reachesResource } from '../kernel/resource.read.ts';
import { runCommand } from '../kernel/run-command.ts';

/** Refuses an item beyond the caller's units. */
async function requireItem({ services: { db }, user }: SignedInCall, specialItemId: string): Promise<void> {
  if (!(await reachesResource(db, user, specialItem, 'specialItemGroup:split', { keys: [specialItemId] })))
    throw new Refused('OUT_OF_SCOPE');
}

/** OPEN-COURSE-18: the students of an item into its groups. */
export const specialItemGroupHandlers = [
  handler(previewItemGroups, async ({ specialItemId, ...way }, call) => {
    await requireItem(call, specialItemId);
    const planned = await planItemGroups(call.services.db, specialItemId, groupingWay(way));
    if (!planned) throw new Refused('NOT_FOUND');
    const { item, students, digest, standing } = planned;
    return {
      itemName: item.itemName,
      students,
      digest,
      coming: planned.groups.reduce((all, { coming }) => all + coming.length, 0),
      groups: planned.groups.map(({ itemGroupId, students: members, coming, ...group }) => {
        const stands = standing.find((each) => each.itemGroupId === itemGroupId);
        const come = new Set(coming);
        return {
          itemGroupId: itemGroupId ?? '',
          groupName: group.groupName,
          capacity: group.capacity,
          before: group.before,
          after: members.length,
          teachingClassName: stands?.teachingClassName ?? '',
          settled: stands?.settled ?? false,
          classes: [...Map.groupBy(members, ({ className }) => className)].map(([className, of]) => ({
            className,
            students: of.length,
          })),
          students: members.map(({ studentCode, studentNumber, studentName, className }) => ({
            studentNumber,
            studentName,
            className,
            comes: come.has(studentCode),
          })),
        };
      }),
      left: planned.left.map(({ student: { studentNumber, studentName, className }, reason }) => ({
        studentNumber,
        studentName,
        className,
        reason,
      })),
    };
  }),
  handler(splitItemGroupsOperation, async ({ commandId, ...asked }, call) => {
    await requireItem(call, asked.specialItemId);
    return await runCommand(splitItemGroups, asked, call, { commandId });
  }),
];
