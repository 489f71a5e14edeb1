import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import {
  cancelSchema,
  createSchema,
  deleteSchema,
  describeSchema,
  submitSchema,
} from '@jwxt/contracts/scheme/schema/schema.command.ts';
import {
  approveSchemas,
  cancelSchemaApproval,
  exportSchemaApprovals,
  querySchemaApprovals,
  submitSchemaApproval,
} from '@jwxt/contracts/scheme/schema/schema-approval.operations.ts';
import {
  querySchemas,
  schemaBasics,
  schemaCopy,
  schemaCourses,
  schemaCreate,
  schemaDelete,
  schemaTree,
  schemaUpdate,
  schemaVersions,
  userDepartment,
} from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import { schemaStream } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { projectTypeNames } from '@jwxt/contracts/scheme/schema/schema.vocabulary.ts';
import { schemeVersionStatus } from '@jwxt/contracts/scheme/scheme-version.resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { decideInScope } from '../../approval/shared/decide-applications.ts';
import { viewerOf } from '../../approval/shared/approval-viewer.ts';
import { exportHandler, listExport } from '../../kernel/export-handler.ts';
import { handler, type Handler, type SignedInCall } from '../../kernel/handler.ts';
import { Refused } from '../../kernel/refused.ts';
import { runCommand } from '../../kernel/run-command.ts';
import { readableSchema, requireGradeMajors, stateOf, writtenSchema } from './schema-scope.ts';
import { basicsOf, editorOf, exportedSchemas, findSchema, listSchemas, readTree } from './schema.read.ts';

const noTexts = { trainTarget: '', graduateRequire: '', mainCourse: '' };

/** Texts of a scheme for a new one; none where it does not exist. */
async function textsOf({ services }: SignedInCall, majorSchemaKey: string | null) {
  if (majorSchemaKey === null) return noTexts;
  const source = stateOf(await services.storedStreams.read(schemaStream(majorSchemaKey)));
  if (!source) throw new Refused('SCHEMA_SOURCE_NONE');
  const { trainTarget, graduateRequire, mainCourse } = source.texts;
  return { trainTarget, graduateRequire, mainCourse };
}

/** Schemes and their approval (SCHEME-18, 25). */
export const schemaHandlers: readonly Handler[] = [
  handler(schemaTree, async (_input, call) => readTree(call.services.db, await viewerOf(call), call.permission)),
  handler(querySchemas, async (filter, call) =>
    listSchemas(call.services.db, await viewerOf(call), filter, { permission: call.permission, sentOnly: false }),
  ),
  handler(schemaCreate, async ({ commandId, ...asked }, call) => {
    await requireGradeMajors(call, asked.gradeMajorIds);
    if (asked.revises && asked.from !== null) await writtenSchema(call, asked.from);
    const { majorSchemaKey } = await runCommand(
      createSchema,
      { ...asked, ...(await textsOf(call, asked.from)) },
      call,
      { commandId },
    );
    return { majorSchemaKey };
  }),
  handler(schemaCopy, async ({ commandId, from, gradeMajorIds, schemeVersionId, what }, call) => {
    await requireGradeMajors(call, gradeMajorIds);
    const source = stateOf(await call.services.storedStreams.read(schemaStream(from)));
    if (!source) throw new Refused('SCHEMA_SOURCE_NONE');
    const { rows: named } = await call.services.db.query<{ id: string; name: string }>(
      'select njzydm as id, njzymc as name from base.grade_major where njzydm = any($1)',
      [gradeMajorIds],
    );
    const results = [];
    for (const gradeMajorId of gradeMajorIds) {
      const partId = derivedId(`${commandId}:${gradeMajorId}`);
      const name = named.find(({ id }) => id === gradeMajorId)?.name ?? gradeMajorId;
      try {
        const { majorSchemaKey } = await runCommand(
          createSchema,
          {
            ...(what === 'courses' ? noTexts : await textsOf(call, from)),
            majorSchemaKey: derivedId(`${commandId}:${gradeMajorId}:key`),
            schemaName: `${name}${projectTypeNames[source.projectType]}培养方案`,
            projectType: source.projectType,
            gradeMajorIds: [gradeMajorId],
            schemeVersionId,
            from: what === 'texts' ? null : from,
            revises: false,
          },
          call,
          { commandId: partId },
        );
        results.push({ gradeMajorId, majorSchemaKey, message: '' });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        results.push({ gradeMajorId, majorSchemaKey: null, message: error.message });
      }
    }
    return { results };
  }),
  handler(schemaBasics, async ({ majorSchemaKey }, call) => {
    const row = await findSchema(call.services.db, await viewerOf(call), call.permission, majorSchemaKey);
    if (!row) throw new Refused('NOT_FOUND');
    return basicsOf(row);
  }),
  handler(schemaUpdate, async ({ commandId, ...asked }, call) => {
    await writtenSchema(call, asked.majorSchemaKey);
    const { majorSchemaKey } = await runCommand(describeSchema, asked, call, { commandId });
    return { majorSchemaKey };
  }),
  handler(schemaDelete, async ({ commandId, majorSchemaKey }, call) => {
    await writtenSchema(call, majorSchemaKey);
    await runCommand(deleteSchema, { majorSchemaKey }, call, { commandId });
    return { majorSchemaKey };
  }),
  handler(schemaCourses, async ({ majorSchemaKey }, call) => {
    const { schema } = await readableSchema(call, majorSchemaKey);
    return editorOf(call.services.db, schema);
  }),
  handler(userDepartment, (_input, { user }) => Promise.resolve({ departmentId: user.departmentId })),
  handler(schemaVersions, async (_input, { services: { db } }) => {
    const { rows } = await db.query<{ code: string; name: string }>(
      `select scheme_version_id as code, scheme_version_name as name from base.scheme_version
        where publish_status = $1 order by scheme_version_year desc, scheme_version_name`,
      [schemeVersionStatus.published],
    );
    return { list: rows };
  }),
  handler(querySchemaApprovals, async (filter, call) =>
    listSchemas(call.services.db, await viewerOf(call), filter, { permission: call.permission, sentOnly: true }),
  ),
  handler(submitSchemaApproval, async ({ commandId, majorSchemaKey, revision }, call) => {
    await writtenSchema(call, majorSchemaKey);
    return runCommand(submitSchema, { majorSchemaKey, revision }, call, { commandId });
  }),
  handler(approveSchemas, async (input, call) => {
    const viewer = await viewerOf(call);
    const found = await Promise.all(
      [...new Set(input.keyList)].map((key) =>
        findSchema(call.services.db, viewer, 'majorSchemaApproveOrManage:query', key),
      ),
    );
    const inScope = new Set(found.flatMap((row) => row?.major_schema_key ?? []));
    return { results: await decideInScope(input, inScope, call) };
  }),
  handler(cancelSchemaApproval, async ({ commandId, majorSchemaKey, reason }, call) => {
    await writtenSchema(call, majorSchemaKey);
    await runCommand(cancelSchema, { majorSchemaKey, reason }, call, { commandId });
    return { majorSchemaKey };
  }),
  exportHandler(exportSchemaApprovals, async (filter, call) =>
    listExport(
      `方案审批 ${toDateTimeText(call.now).replaceAll(':', '-')}.xlsx`,
      exportedSchemas(await viewerOf(call), filter, { permission: call.permission, sentOnly: true }),
    ),
  ),
];
