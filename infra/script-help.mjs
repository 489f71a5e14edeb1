/**
 * What `npm run <name> -- --help` says, for each script of package.json that launch.mjs runs. Plain JavaScript, like
 * launch.mjs.
 */
import { readFileSync } from 'node:fs';

/** By script: arguments, and lines of explanation. */
const words = {
  start: [
    '',
    '启动整个系统；首次启动会建立数据库与事件库、构建页面、装载演示数据，完成后给出页面地址。按 Ctrl+C 依次停止。',
    '环境变量 PORT、HOST、JWXT_DATA、NODE_ENV 等见 README 的 Configuration。',
  ],
  dev: [
    '',
    '启动整个系统供开发：页面由 Vite 提供，随源码更新；服务在源码变化后自动重新启动。',
    '数据目录与环境变量和 npm start 相同；地址见输出中的 Local。',
  ],
  demo: ['--students <人数>', '向正在运行的系统装载演示大学，人数 600–200000，默认 2000；已有的数据不变。'],
  'admin-password': [
    '',
    '在本机为正在运行的系统的账号 admin 设置新密码（没有该账号时建立），并记入日志。',
    '密码在终端输入，或取标准输入的第一行（npm run admin-password < 文件），不写在参数里。',
  ],
  accounts: [
    '<新文件> | --role <角色编号> <账号,账号…>',
    '为没有账号的在职教师和在校学生开通账号（教师用工号、学生用学号登录），随机的初始密码写入一个新文件；' +
      '任课教师得到角色 06，学生得到角色 08。',
    '--role 为已有的账号授予一个角色，例如 02 教务处管理员、04 院系审核人、05 教务处审核人。',
  ],
  backup: ['<新目录>', '把事件、基础数据、附件与会话备份到一个新目录；系统可以照常运行。'],
  restore: ['<备份目录>', '检查备份，并恢复到环境变量 JWXT_DATA 指定的空数据目录。'],
  verify: [
    '[<事件库地址|备份目录|导出文件>] --key <公钥.pem> [--deposit <存证文件>]',
    '独立校验事件日志：重新计算每个事件，与检查点的签名核对，指出第一个被改动、删除、插入或调换次序的事件。',
    '--key 与 --deposit 可给出多次；不给位置时取环境变量 EVENTSTORE_URL。结果 0：未被改动，1：被改动过，2：不能证明，3：无法读取。',
  ],
  'export-log': [
    '<新文件>',
    '把正在运行的系统（或 EVENTSTORE_URL 所指的事件库）的全部事件导出为一个文件，供 verify 校验。',
  ],
  'rotate-master-key': [
    '',
    '把所有个人密钥改用新的主密钥包裹：环境变量 PERSON_KEY 写作“新密钥,旧密钥”，服务可以照常运行。',
    '完成后把 PERSON_KEY 改为只有新密钥，并重新启动各服务。',
  ],
  migrate: ['', '把 DATABASE_URL 指定的数据库升级到本版本；npm start 会自动执行。'],
  test: [
    '[路径片段…]',
    '执行类型、代码、架构等静态检查和全部测试（给出路径片段时只执行这些测试），最后一行为“N passed, N failed”。',
    '测试环境中只能找到 Node、npm、git、shell 与 coreutils。',
  ],
  'test:faults': [
    '[--short]',
    '在系统工作时制造故障并核对数据，结果写入 docs/faults.md；--short 只做随测试执行的简短一轮。',
    '环境变量 FAULT_SEED 重现某一次。',
  ],
  'test:engine': [
    '<esdb 地址> [<postgres 地址>] [--only tests|faults] [路径片段…]',
    '在已运行的事件库（单节点或集群，TLS 与账号写在地址中）与 PostgreSQL 上执行引擎测试，' +
      '再让整个系统在故障中工作并核对数据。',
    '流名带有本次执行的前缀，数据库是新建的，不影响其他使用者；不给数据库地址时使用内置的 PostgreSQL。' +
      '须用自己引擎的测试会列出。',
  ],
  'test:containers': [
    '[路径片段…]',
    '在真实的 EventStoreDB 与 PostgreSQL 容器上执行与 test:engine 相同的测试，需要 Docker。',
  ],
  bench: [
    '[--only <组,…>] [--short] [--write-docs] [--simulate]',
    '测量性能并写入 bench-results.json；--only 只测几组（node、history、verify、alone、pages、replay、classes、peak、' +
      'commands、push、rebuild、backlog）。',
    '--short 每组只做一遍，不保留结果；--write-docs 更新 docs；--simulate 由上次结果推算全省规模。',
  ],
  screenshots: [
    '[--only <页面,…>] [--into <目录>] [--url <地址> --data <数据目录>]',
    '拍摄所有页面，默认写入 docs/screens；--url 与 --data 使用已在运行的系统。',
    '最后列出与已提交的截图相比有变化的画面，供逐一查看。',
  ],
  golden: [
    '',
    '为尚无样本的事件类型与版本在 contracts/golden 写入样本；已写入的样本不再更改（见 docs/changing-events.md）。',
  ],
  'spec-coverage': [
    '[--check | --write | --json]',
    '列出每条需求由哪个测试证明；--write 写入 docs/requirements，--check 只检查，--json 输出 JSON。',
  ],
  format: ['', '用 oxfmt 统一代码格式。'],
};

/** The help for a program as launch.mjs was asked to run it: its file and arguments. */
export function helpFor(script, args) {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const given = ['node', 'infra/launch.mjs', script, ...args].join(' ');
  const [name] =
    Object.entries(scripts).find(([, command]) => given === command || given.startsWith(`${command} `)) ?? [];
  const [usage, ...lines] = words[name] ?? ['', '没有更多说明。'];
  const call =
    name === undefined
      ? `node infra/launch.mjs ${script}`
      : `npm ${['start', 'test'].includes(name) ? name : `run ${name}`}`;
  return `用法：${call}${usage === '' ? '' : ` -- ${usage}`}\n${lines.join('\n')}\n`;
}
