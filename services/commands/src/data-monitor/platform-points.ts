import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import {
  GUIDE_FILES,
  NOTICE_FILES,
  RECOGNITION_FILES,
  SCORE_CHANGE_FILES,
} from '@jwxt/contracts/file/file.vocabulary.ts';
import { changeOf, type MonitorPoint } from './monitor-point.ts';

const leftovers = (code: string, what: string, table: string, condition: string): MonitorPoint => ({
  code,
  name: `${what}仍被保存`,
  group: monitorGroup.data,
  severity: severity.hint,
  fix: 'quick',
  page: null,
  remedy: '删除；不影响任何人的使用，不能撤销',
  find: `select '${table}' as key, '${what}' as name, null::text as unit, count(*) || ' 条' as problem,
      null::jsonb as change
    from ${table} where ${condition} having count(*) > 0`,
  sweep: `delete from ${table} where ${condition}`,
});

/** What the product keeps about itself (MONITOR-24). */
export const platformPoints: readonly MonitorPoint[] = [
  {
    code: 'SJ01',
    name: '读模型没有提供服务',
    group: monitorGroup.data,
    severity: severity.error,
    fix: 'manual',
    page: 'systemManage/readModels',
    remedy: '在“读模型”中查看原因并重建',
    find: `select checked.name as key, checked.name as name, null::text as unit,
        coalesce('上次失败：' || max(checked.failure), '没有可供读取的一代') as problem, null::jsonb as change
      from projection.read_model checked group by checked.name having not bool_or(checked.status = 'serving')`,
  },
  {
    code: 'SJ02',
    name: '读模型落后60秒以上',
    group: monitorGroup.data,
    severity: severity.warning,
    fix: 'manual',
    page: 'systemManage/readModels',
    remedy: '在“读模型”中查看延迟；投影服务恢复后会自行追上',
    find: `select checked.name as key, checked.name as name, null::text as unit,
        '已 ' || round(extract(epoch from $1::timestamptz - checked.updated_at)) || ' 秒没有推进，其他读模型在它之前' as
        problem, null::jsonb as change
      from (select *, max(commit_position) over () as furthest from projection.read_model
        where status = 'serving') checked
      where checked.commit_position < checked.furthest
        and checked.updated_at < $1::timestamptz - interval '60 seconds'`,
  },
  {
    code: 'SJ03',
    name: '有搁置的事件',
    group: monitorGroup.data,
    severity: severity.error,
    fix: 'manual',
    page: 'systemManage/monitor',
    remedy: '在“运行状态”中查看原因，修复后重放',
    find: `select checked.name || '/' || checked.stream || '/' || checked.revision as key, checked.stream as name,
      null::text as unit,
        '读模型 ' || checked.name || ' 未能处理 ' || checked.event_type as problem, null::jsonb as change
      from projection.parked checked
        join projection.read_model model on model.name = checked.name and model.generation = checked.generation
          and model.status = 'serving'
      union all select checked.policy || '/' || checked.stream || '/' || checked.revision, checked.stream, null,
        '策略 ' || checked.policy || ' 未能处理 ' || checked.event_type, null
      from commands.policy_parked checked where not checked.retrying`,
  },
  {
    code: 'SJ04',
    name: '重建请求无人接手',
    group: monitorGroup.data,
    severity: severity.warning,
    fix: 'manual',
    page: 'systemManage/readModels',
    remedy: '确认投影服务在运行；它恢复后会接手',
    find: `select checked.id::text as key, checked.name as name, null::text as unit,
        '已等待 ' || round(extract(epoch from $1::timestamptz - checked.requested_at) / 60) || ' 分钟' as problem,
        null::jsonb as change
      from projection.request checked where checked.taken_at is null
        and checked.requested_at < $1::timestamptz - interval '10 minutes'`,
  },
  {
    code: 'SJ05',
    name: '操作日志的时间晚于现在',
    group: monitorGroup.data,
    severity: severity.error,
    fix: 'manual',
    page: null,
    remedy: '检查各服务器的时钟',
    find: `select checked.id::text as key, checked.operation || ' ' || checked.resource || ' ' || checked.key as name,
      null::text as unit,
        '记录的时间是 ' || to_char(checked.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as problem,
        null::jsonb as change
      from base.operation_log checked where checked.at > $1::timestamptz + interval '5 minutes'`,
  },
  // What a submission has bound is `kept`: evidence of a recognition that is not was never sent.
  {
    code: 'SJ06',
    name: '附件没有对应的业务数据',
    group: monitorGroup.data,
    severity: severity.hint,
    fix: 'quick',
    page: 'baseInfo/fileUploadResource',
    table: 'file_resource',
    remedy: '移入回收区，30天后删除；7天内可以撤销',
    find: `select checked.relational_id::text as key, checked.name as name, null::text as unit,
        checked.uploader_name || ' 于 ' || to_char(checked.uploaded_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') ||
        ' 上传，所属数据没有保存或已删除' as problem,
        ${changeOf('relational_id', { removed_at: '$1::timestamptz', removed_by: `'数据监控'` })} as change
      from base.file_resource checked
      where checked.removed_at is null and not checked.kept
        and checked.uploaded_at < $1::timestamptz - interval '30 days'
        and not case checked.business_table
        when '${NOTICE_FILES}' then exists (select 1 from base.notice where notice.notice_id = checked.business_id)
        when '${GUIDE_FILES}'
          then exists (select 1 from base.operation_guide
            where operation_guide.operation_guide_id = checked.business_id)
        when '${RECOGNITION_FILES}' then false
        when '${SCORE_CHANGE_FILES}' then false
        else true end`,
  },
  leftovers(
    'SJ11',
    '结束30天以上的会话',
    'gateway.session',
    `coalesce(revoked_at, expires_at) < $1::timestamptz - interval '30 days'`,
  ),
  leftovers('SJ12', '过期的验证码', 'gateway.captcha', `expires_at < $1::timestamptz`),
  leftovers('SJ13', '一天以前的登录失败记录', 'gateway.login_failure', `at < $1::timestamptz - interval '1 day'`),
];
