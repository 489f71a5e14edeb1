import { monitorGroup, severity } from '@jwxt/contracts/data-monitor/data-monitor.vocabulary.ts';
import { GUIDE_FILES, NOTICE_FILES, RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
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
    find: `select t.name as key, t.name as name, null::text as unit,
        coalesce('上次失败：' || max(t.failure), '没有可供读取的一代') as problem, null::jsonb as change
      from projection.read_model t group by t.name having not bool_or(t.status = 'serving')`,
  },
  {
    code: 'SJ02',
    name: '读模型落后60秒以上',
    group: monitorGroup.data,
    severity: severity.warning,
    fix: 'manual',
    page: 'systemManage/readModels',
    remedy: '在“读模型”中查看延迟；投影服务恢复后会自行追上',
    find: `select t.name as key, t.name as name, null::text as unit,
        '已 ' || round(extract(epoch from $1::timestamptz - t.updated_at)) || ' 秒没有推进，其他读模型在它之前' as
        problem, null::jsonb as change
      from (select *, max(commit_position) over () as furthest from projection.read_model where status = 'serving') t
      where t.commit_position < t.furthest and t.updated_at < $1::timestamptz - interval '60 seconds'`,
  },
  {
    code: 'SJ03',
    name: '有搁置的事件',
    group: monitorGroup.data,
    severity: severity.error,
    fix: 'manual',
    page: 'systemManage/monitor',
    remedy: '在“运行状态”中查看原因，修复后重放',
    find: `select t.name || '/' || t.stream || '/' || t.revision as key, t.stream as name, null::text as unit,
        '读模型 ' || t.name || ' 未能处理 ' || t.event_type as problem, null::jsonb as change
      from projection.parked t
        join projection.read_model m on m.name = t.name and m.generation = t.generation and m.status = 'serving'
      union all select t.policy || '/' || t.stream || '/' || t.revision, t.stream, null,
        '策略 ' || t.policy || ' 未能处理 ' || t.event_type, null
      from commands.policy_parked t where not t.retrying`,
  },
  {
    code: 'SJ04',
    name: '重建请求无人接手',
    group: monitorGroup.data,
    severity: severity.warning,
    fix: 'manual',
    page: 'systemManage/readModels',
    remedy: '确认投影服务在运行；它恢复后会接手',
    find: `select t.id::text as key, t.name as name, null::text as unit,
        '已等待 ' || round(extract(epoch from $1::timestamptz - t.requested_at) / 60) || ' 分钟' as problem,
        null::jsonb as change
      from projection.request t where t.taken_at is null and t.requested_at < $1::timestamptz - interval '10 minutes'`,
  },
  {
    code: 'SJ05',
    name: '操作日志的时间晚于现在',
    group: monitorGroup.data,
    severity: severity.error,
    fix: 'manual',
    page: null,
    remedy: '检查各服务器的时钟',
    find: `select t.id::text as key, t.operation || ' ' || t.resource || ' ' || t.key as name, null::text as unit,
        '记录的时间是 ' || to_char(t.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as problem,
        null::jsonb as change
      from base.operation_log t where t.at > $1::timestamptz + interval '5 minutes'`,
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
    find: `select t.relational_id::text as key, t.name as name, null::text as unit,
        t.uploader_name || ' 于 ' || to_char(t.uploaded_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') ||
        ' 上传，所属数据没有保存或已删除' as problem,
        ${changeOf('relational_id', { removed_at: '$1::timestamptz', removed_by: `'数据监控'` })} as change
      from base.file_resource t
      where t.removed_at is null and not t.kept and t.uploaded_at < $1::timestamptz - interval '30 days'
        and not case t.business_table
        when '${NOTICE_FILES}' then exists (select 1 from base.notice n where n.notice_id = t.business_id)
        when '${GUIDE_FILES}'
          then exists (select 1 from base.operation_guide g where g.operation_guide_id = t.business_id)
        when '${RECOGNITION_FILES}' then false
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
