/** A notice of the demo university. Days count back from its day. */
export interface DemoNotice {
  readonly key: string;
  readonly name: string;
  readonly type: 'tz' | 'ks' | 'gg' | 'zd' | 'xt';
  readonly daysAgo: number;
  readonly content: string;
  /** Roles it is for; absent: everybody. */
  readonly roles?: readonly string[];
  /** From the clerk of the first department to that department; absent: from the office. */
  readonly ofDepartment?: true;
  readonly top?: true;
  readonly push?: true;
  readonly draft?: true;
}

const p = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><tbody><tr>${head.map((cell) => `<th><p>${cell}</p></th>`).join('')}</tr>` +
  `${rows.map((row) => `<tr>${row.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`).join('')}` +
  '</tbody></table>';
const list = (...items: string[]): string => `<ol>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ol>`;
const sign = (unit: string): string => `<p style="text-align:right">${unit}</p>`;

/** What the office and a department have told people in the last half year. */
export const demoNotices: readonly DemoNotice[] = [
  {
    key: 'score-entry',
    name: '关于做好本学期期末成绩录入与报送工作的通知',
    type: 'tz',
    daysAgo: 2,
    roles: ['02', '03', '04', '05', '06'],
    top: true,
    content:
      p('各学院、各任课教师：', '为保证期末成绩按时、准确报送，现将有关事项通知如下。') +
      '<h2>一、时间安排</h2>' +
      table(
        ['环节', '责任人', '截止时间'],
        [
          ['成绩录入与送审', '任课教师', '考试结束后 5 个工作日内'],
          ['院系审核', '院系审核人', '送审后 3 个工作日内'],
          ['教务处审核', '教务处', '收到后 3 个工作日内'],
        ],
      ) +
      '<h2>二、工作要求</h2>' +
      list(
        '请严格按照教学大纲公布的成绩构成录入平时、期中、期末成绩。',
        '不及格率超过 30% 或优秀率超过 40% 的教学班，请在送审前附试卷分析。',
        '<strong>成绩一经审核通过即对学生公布</strong>，如需更改须提交成绩更改申请。',
      ) +
      sign('教务处'),
  },
  {
    key: 'exam-week',
    name: '期末考试安排及考场纪律要求',
    type: 'ks',
    daysAgo: 4,
    content:
      p('本学期期末考试定于第 18、19 周举行，具体时间、地点以教学班考试安排为准。') +
      list(
        '请携带学生证和身份证参加考试，开考 15 分钟后不得入场。',
        '严禁携带手机、智能手表等电子设备入座。',
        '因病不能参加考试的，须在考前提交缓考申请及医院证明。',
      ) +
      p('祝同学们考试顺利。') +
      sign('教务处考试中心'),
  },
  {
    key: 'maintenance',
    name: '教务系统本周六凌晨例行维护公告',
    type: 'xt',
    daysAgo: 1,
    content: p(
      '为提升系统性能，定于本周六 00:30—02:00 进行例行维护，届时系统将短暂停止服务。',
      '录入中的成绩会自动保存在本机，维护结束后继续提交，请勿清除浏览器数据。',
    ),
  },
  {
    key: 'guide-course',
    name: '下学期公共选修课开课申请开始受理',
    type: 'tz',
    daysAgo: 6,
    roles: ['03', '06'],
    content: p(
      '下学期公共选修课开课申请自即日起受理，请有意开课的教师在两周内提交开课申请和教学大纲，由所在学院初审。',
      '每门课程限额 120 人，每位教师每学期开设不超过两门。',
    ),
  },
  {
    key: 'recognition',
    name: '关于规范校外课程学分认定工作的补充通知',
    type: 'tz',
    daysAgo: 9,
    roles: ['02', '03'],
    push: true,
    content:
      p('各学院教务员：', '近期发现部分认定申请附件不全，请在受理时核对以下材料：') +
      list('校外成绩单原件扫描件；', '课程教学大纲或学时学分证明；', '交流学习批准文件。') +
      p('材料不全的申请一律退回。') +
      sign('教务处教务科'),
  },
  {
    key: 'dept-meeting',
    name: '学院本学期第三次教学工作例会通知',
    type: 'tz',
    daysAgo: 3,
    ofDepartment: true,
    content: p(
      '定于本周四下午 14:30 在学院会议室召开教学工作例会，请各系主任、课程负责人准时参加。',
      '议题：期末试卷命题审核、成绩录入进度、下学期教学任务落实。',
    ),
  },
  {
    key: 'competition',
    name: '第十七届大学生程序设计竞赛校内选拔结果公示',
    type: 'gg',
    daysAgo: 12,
    content:
      p('经校内选拔，拟推荐以下队伍参加省赛，现予公示，公示期五个工作日。') +
      table(
        ['序号', '队名', '指导教师所在单位', '校内名次'],
        [
          ['1', '星辰', '计算机科学与技术学院', '第一名'],
          ['2', '破晓', '数学与统计学院', '第二名'],
          ['3', '远航', '电子信息学院', '第三名'],
        ],
      ) +
      p('对公示结果有异议的，请以书面形式向教务处反映。'),
  },
  {
    key: 'rules',
    name: '《本科生课程考核与成绩管理办法》（修订）',
    type: 'zd',
    daysAgo: 35,
    content:
      '<h2>第一章 总则</h2>' +
      p(
        '第一条 为规范课程考核与成绩管理，保证教学质量，制定本办法。',
        '第二条 课程考核分为考试和考查，成绩评定采用百分制或等级制。',
      ) +
      '<h2>第二章 成绩更改</h2>' +
      p(
        '第三条 成绩公布后确有差错的，由任课教师提出更改申请，经院系和教务处审核后生效。',
        '第四条 更改幅度达到十分及以上，或由不及格改为及格的，须经教务处负责人终审。',
      ),
  },
  {
    key: 'calendar',
    name: '关于调整国庆节期间教学安排的通知',
    type: 'tz',
    daysAgo: 62,
    content: p('根据学校校历，国庆节放假期间停课，放假前最后一个周六补上周五课程，请各任课教师提前告知学生。'),
  },
  {
    key: 'textbook',
    name: '本学期教材领取时间与地点安排',
    type: 'gg',
    daysAgo: 78,
    content: p('请各班负责人按学院安排的时间到教材中心领取教材，逾期请与教材中心联系。'),
  },
  {
    key: 'graduation',
    name: '毕业班学生学籍信息核对工作通知',
    type: 'tz',
    daysAgo: 110,
    roles: ['02', '03'],
    content: p(
      '请各学院组织毕业班学生在规定时间内核对姓名、身份证号、专业等学籍信息，有误的提交更正申请并附证明材料。',
    ),
  },
  {
    key: 'draft-survey',
    name: '关于开展本学期教学质量问卷调查的通知（征求意见稿）',
    type: 'tz',
    daysAgo: 1,
    draft: true,
    content: p('拟于第 16 周开展教学质量问卷调查，请相关科室提出修改意见。'),
  },
];

/** A guide of the demo university. */
export interface DemoGuide {
  readonly key: string;
  readonly name: string;
  readonly domain: string;
  readonly daysAgo: number;
  readonly content: string;
}

/** A small drawn picture: entering, approval and publication in a row. */
const steps =
  '<p><img src="data:image/png;base64,' +
  'iVBORw0KGgoAAAANSUhEUgAAAUAAAABICAIAAAAI1rskAAAB8ElEQVR42u3dsW0CQRCGUSK3QQeU4pRSaMCZiVwDTdECGSGRnV0APiTELrfD/z' +
  '5tAdbonnQa9uTVr6SyrYxAAlgSwJIAlgCWBLAkgCUBLAEsCWBJAEsA37T+3MeetiM+7j5iT9tJbr63sQdggAHOA3w6X6JOP8Bpk+wHOG2SAAMM' +
  'MMAAAwwwwAADDDDAAAMMMMAAAwwwwAADDDDAAAP8KsBzVyAAfhTw3BUIgB8FPHcFAmCAAQY4G/DXz2GQUx1wlUmOD7jKJAEGGGCAAQYYYIABBh' +
  'jgeoAtsSyxLLFsoQEGGGCAWwOe3oUAfhLw/UkCDHBfwP8+eQC3miTAAHcHfPvkAdxqkgBHbKEXB3z15NXdQi8O+GqSdbfQAC8A+Mk/A+AJcKtJ' +
  'Agzw6wBPTx7ArSYJMMAAAwxwxhJrzFfoikusMV+hLbFsoRdYYkVtobsusQAG2M9IfkYC2EUOgF3kANhVSlcpAa6xhU7+mKHKJNM+JwQYYIABBh' +
  'hggAEGGGCAAfZBvyWWD/oBBhhggAEGGGCAAQYY4PqA3/X452Z1Ab/rARhggAEGGGCAAQYYYIABBhhggAEGGGCAAQYYYIABBhjg1oAzTw/AmacH' +
  '4MwDMMAAJwGWNH4ASwBLAlgSwBLAkgCWBLAkgCWAJQEsCWApuD8kbfPmRIJiFQAAAABJRU5ErkJggg==" alt="录入、送审、' +
  '公布三个步骤" width="320" /></p>';

/** Guides for the work that the product has. */
export const demoGuides: readonly DemoGuide[] = [
  {
    key: 'score-entry',
    name: '任课教师成绩录入操作指南',
    domain: '09',
    daysAgo: 5,
    content:
      p('本指南说明如何录入、检查并送审一个教学班的成绩。') +
      steps +
      '<h2>一、步骤</h2>' +
      list(
        '打开“成绩管理 / 成绩录入”，选择教学班。',
        '逐格录入，或从电子表格整块复制后粘贴；每次录入自动保存。',
        '右侧提示“已录完”后点击“提交送审”，核对检查结果并确认。',
      ) +
      '<h2>二、常用快捷键</h2>' +
      table(
        ['按键', '作用'],
        [
          ['Enter', '移到下一行'],
          ['Tab', '移到下一项'],
          ['Ctrl + 方向键', '跳到边缘'],
          ['Ctrl + V', '粘贴一整块成绩'],
        ],
      ) +
      '<h2>三、两人同时录入</h2>' +
      p('同一格被他人修改时，系统会同时显示双方的值和时间，由您选择保留哪一个。'),
  },
  {
    key: 'score-change',
    name: '成绩更改申请操作指南',
    domain: '09',
    daysAgo: 11,
    content:
      p('成绩公布后发现差错时使用。') +
      list(
        '打开已审核的教学班，点击“申请更改”。',
        '修改需要更正的分项，填写更改原因并上传试卷扫描件。',
        '院系和教务处审核通过后，新成绩自动生效并保留全部历史。',
      ),
  },
  {
    key: 'approval',
    name: '审批中心使用指南',
    domain: '33',
    daysAgo: 8,
    content:
      p('审批人可以在审批中心查看、办理和追踪全部申请。') +
      table(
        ['标签', '内容'],
        [
          ['待办', '等待我处理的申请'],
          ['已办', '我处理过的申请'],
          ['我的申请', '我提交的申请'],
        ],
      ) +
      p('同一流程的多项申请可以一次选择、批量办理，并逐项显示结果。'),
  },
  {
    key: 'recognition',
    name: '学分认定受理指南（教务员）',
    domain: '09',
    daysAgo: 20,
    content:
      p('教务员代学生提出成绩认定申请时，请先选择学生，再填写原成绩与认定课程。') +
      list('一组中可以多门对一门，也可以一门对多门。', '认定成绩在审核通过后写入当前学期。'),
  },
  {
    key: 'statistics',
    name: '成绩统计与图表说明',
    domain: '09',
    daysAgo: 26,
    content: p('统计图表每个都可以切换为表格查看，并按学期、单位筛选。'),
  },
  {
    key: 'password',
    name: '账号、密码与登录常见问题',
    domain: '01',
    daysAgo: 40,
    content:
      '<h2>忘记密码</h2>' +
      p('请联系所在学院教务员或教务处重置。') +
      '<h2>密码规则</h2>' +
      p('6 到 16 位，须包含大写字母和小写字母。'),
  },
  {
    key: 'student-info',
    name: '学籍信息核对与更正指南',
    domain: '03',
    daysAgo: 48,
    content: p('学生在规定时间内核对个人学籍信息，有误时提交更正申请并上传证明材料。'),
  },
  {
    key: 'scheme',
    name: '培养方案执行计划查询指南',
    domain: '04',
    daysAgo: 55,
    content: p('按年级专业查询各学期应修课程、学分与课程性质。'),
  },
  {
    key: 'read-models',
    name: '读模型监控与重建说明（管理员）',
    domain: '01',
    daysAgo: 30,
    content: p('重建期间读者继续使用旧版本，完成后自动切换；进度、速度和剩余时间实时显示。'),
  },
  {
    key: 'arrange',
    name: '调停课申请指南',
    domain: '06',
    daysAgo: 66,
    content: p('任课教师因公或因病需要调课、停课时，提前三个工作日提交申请，并注明补课安排。'),
  },
];
