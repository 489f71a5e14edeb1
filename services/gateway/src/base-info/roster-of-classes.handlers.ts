import {
  addClassesToRoster,
  addClassesToRosterOperation,
  previewRosterOfClasses,
  rosterFate,
} from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import { rosterCandidates, type RosterCandidate } from '@jwxt/infra/runtime/roster-of-classes.ts';
import { handler, type SignedInCall } from '../kernel/handler.ts';
import { invalidField } from '../kernel/refused.ts';
import { runCommand } from '../kernel/run-command.ts';
import { scopeCondition } from '../kernel/scope.ts';
import { sqlParams } from '../kernel/sql-params.ts';
import { mayChooseClasses } from './shared/class-scope.ts';

type Chosen = { readonly teachingClassId: string; readonly administrativeClassIds: readonly string[] };
const permission = 'teachingClassStudent:addClasses';

/** Refuses a teaching class or an administrative class that is not within the caller's scope. */
async function inScope(
  { teachingClassId, administrativeClassIds }: Chosen,
  { services: { db }, user }: SignedInCall,
): Promise<void> {
  const params = sqlParams();
  const scope = scopeCondition(
    user,
    permission,
    { target: 'teachingClass', DW: 'open_department_id', XQ: 'xqdm' },
    params,
  );
  const { rowCount } = await db.query(
    `select from base.teaching_class where teaching_class_id = ${params.add(teachingClassId)} and ${scope}`,
    [...params.values],
  );
  if (rowCount === 0) throw invalidField('teachingClassId', '教学班不存在，或不在您的数据范围内');
  if (!(await mayChooseClasses(db, user, permission, administrativeClassIds)))
    throw invalidField('administrativeClassIds', '有行政班不存在、已停用或毕业，或不在您的数据范围内，请重新选择');
}

/** Why a student stays out, or what stands against his coming in; null: nothing. */
function reasonOf({ fate, otherClass, clash }: RosterCandidate): string | null {
  if (fate === rosterFate.left) return '已离校，不加入';
  if (fate === rosterFate.elsewhere) return `已在同一课程的教学班“${otherClass}”，不加入`;
  if (fate === rosterFate.otherItem) return '不在该教学班的专项中，不加入';
  return fate === rosterFate.added && clash !== null ? `与“${clash}”上课时间冲突` : null;
}

export const rosterOfClassesHandlers = [
  handler(previewRosterOfClasses, async (chosen, call) => {
    await inScope(chosen, call);
    const { teachingClassId, administrativeClassIds } = chosen;
    const candidates = await rosterCandidates(call.services.db, teachingClassId, administrativeClassIds);
    const count = (of: readonly RosterCandidate[], wanted: RosterCandidate['fate']): number =>
      of.filter(({ fate }) => fate === wanted).length;
    return {
      added: count(candidates, rosterFate.added),
      enrolled: count(candidates, rosterFate.enrolled),
      classes: [...Map.groupBy(candidates, (each) => each.administrativeClassName)].map(([name, students]) => ({
        administrativeClassName: name,
        added: count(students, rosterFate.added),
        students: students.length,
      })),
      conflicts: candidates.flatMap((candidate) => {
        const reason = reasonOf(candidate);
        const { studentCode, studentNumber, studentName, administrativeClassName, fate } = candidate;
        return reason === null
          ? []
          : [
              {
                studentCode,
                studentNumber,
                studentName,
                administrativeClassName,
                comesIn: fate === rosterFate.added,
                reason,
              },
            ];
      }),
    };
  }),
  handler(addClassesToRosterOperation, async ({ commandId, ...chosen }, call) => {
    await inScope(chosen, call);
    return runCommand(addClassesToRoster, chosen, call, { commandId });
  }),
];
