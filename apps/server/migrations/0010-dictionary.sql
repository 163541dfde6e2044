-- Option groups and interest tags. Data, not texts of the program: each entry carries both languages.

create table dictionary_entries (
  group_name text not null,
  value text not null,
  label_zh text not null,
  label_en text not null,
  position int not null,
  primary key (group_name, value)
);
comment on table dictionary_entries is 'Options of the compute market; values are stable ids that offers and filters keep';
comment on column dictionary_entries.value is 'dictValue on the wire: cpuAndRam "cores-GB", diskSize GB, bandwidth Mbps, OS a stable number, servePeriod days';
comment on column dictionary_entries.label_zh is 'dictKey for Chinese readers; in cpuAndRam the letter C stands for a core-count word the client puts in';

create table interest_tags (
  id text primary key,
  market text not null check (market in ('talent', 'code', 'compute')),
  label_zh text not null,
  label_en text not null,
  position int not null
);

insert into dictionary_entries (group_name, value, label_zh, label_en, position) values
  ('cpuAndRam', '1-1', '1C-1G', '1C-1G', 1),
  ('cpuAndRam', '1-2', '1C-2G', '1C-2G', 2),
  ('cpuAndRam', '2-2', '2C-2G', '2C-2G', 3),
  ('cpuAndRam', '2-4', '2C-4G', '2C-4G', 4),
  ('cpuAndRam', '2-8', '2C-8G', '2C-8G', 5),
  ('cpuAndRam', '4-8', '4C-8G', '4C-8G', 6),
  ('cpuAndRam', '4-16', '4C-16G', '4C-16G', 7),
  ('cpuAndRam', '8-16', '8C-16G', '8C-16G', 8),
  ('cpuAndRam', '8-32', '8C-32G', '8C-32G', 9),
  ('cpuAndRam', '16-32', '16C-32G', '16C-32G', 10),
  ('cpuAndRam', '16-64', '16C-64G', '16C-64G', 11),
  ('cpuAndRam', '32-64', '32C-64G', '32C-64G', 12),
  ('cpuAndRam', '32-128', '32C-128G', '32C-128G', 13),
  ('cpuAndRam', '64-256', '64C-256G', '64C-256G', 14),
  ('diskSize', '20', '20 GB', '20 GB', 1),
  ('diskSize', '50', '50 GB', '50 GB', 2),
  ('diskSize', '100', '100 GB', '100 GB', 3),
  ('diskSize', '200', '200 GB', '200 GB', 4),
  ('diskSize', '500', '500 GB', '500 GB', 5),
  ('diskSize', '1000', '1000 GB', '1000 GB', 6),
  ('diskSize', '2000', '2000 GB', '2000 GB', 7),
  ('diskSize', '4000', '4000 GB', '4000 GB', 8),
  ('diskSize', '8000', '8000 GB', '8000 GB', 9),
  ('bandwidth', '1', '1 Mbps', '1 Mbps', 1),
  ('bandwidth', '2', '2 Mbps', '2 Mbps', 2),
  ('bandwidth', '3', '3 Mbps', '3 Mbps', 3),
  ('bandwidth', '5', '5 Mbps', '5 Mbps', 4),
  ('bandwidth', '10', '10 Mbps', '10 Mbps', 5),
  ('bandwidth', '20', '20 Mbps', '20 Mbps', 6),
  ('bandwidth', '30', '30 Mbps', '30 Mbps', 7),
  ('bandwidth', '50', '50 Mbps', '50 Mbps', 8),
  ('OS', '1', 'Ubuntu 22.04', 'Ubuntu 22.04', 1),
  ('OS', '2', 'Ubuntu 24.04', 'Ubuntu 24.04', 2),
  ('OS', '3', 'Debian 12', 'Debian 12', 3),
  ('OS', '4', 'CentOS Stream 9', 'CentOS Stream 9', 4),
  ('OS', '5', 'Rocky Linux 9', 'Rocky Linux 9', 5),
  ('OS', '6', 'Alibaba Cloud Linux 3', 'Alibaba Cloud Linux 3', 6),
  ('OS', '7', 'Windows Server 2022', 'Windows Server 2022', 7),
  ('OS', '8', 'macOS', 'macOS', 8),
  ('OS', '9', 'Ubuntu 20.04', 'Ubuntu 20.04', 9),
  ('OS', '10', 'Debian 11', 'Debian 11', 10),
  ('OS', '11', 'AlmaLinux 9', 'AlmaLinux 9', 11),
  ('OS', '12', 'openEuler 22.03', 'openEuler 22.03', 12),
  ('OS', '13', '其他 Linux', 'Other Linux', 13),
  ('servePeriod', '7', '1 周', '1 week', 1),
  ('servePeriod', '14', '2 周', '2 weeks', 2),
  ('servePeriod', '30', '1 个月', '1 month', 3),
  ('servePeriod', '60', '2 个月', '2 months', 4),
  ('servePeriod', '90', '3 个月', '3 months', 5),
  ('servePeriod', '180', '6 个月', '6 months', 6),
  ('servePeriod', '360', '1 年', '1 year', 7),
  ('servePeriod', '720', '2 年', '2 years', 8)
on conflict do nothing;

insert into interest_tags (id, market, label_zh, label_en, position) values
  ('frontend', 'talent', '前端开发', 'Front-end development', 1),
  ('backend', 'talent', '后端开发', 'Back-end development', 2),
  ('mobile-app', 'talent', '移动开发', 'Mobile development', 3),
  ('data-science', 'talent', '数据分析', 'Data analysis', 4),
  ('machine-learning', 'talent', '人工智能', 'Machine learning', 5),
  ('devops', 'talent', '运维与云', 'Operations and cloud', 6),
  ('security', 'talent', '信息安全', 'Security', 7),
  ('design', 'talent', '产品与设计', 'Product and design', 8),
  ('web-template', 'code', '网站模板', 'Website templates', 9),
  ('mini-program', 'code', '小程序', 'Mini programs', 10),
  ('ui-component', 'code', '界面组件', 'Interface components', 11),
  ('open-source', 'code', '开源项目', 'Open source', 12),
  ('game', 'code', '游戏', 'Games', 13),
  ('blockchain', 'code', '区块链', 'Blockchain', 14),
  ('iot', 'code', '物联网', 'Internet of things', 15),
  ('automation', 'code', '自动化脚本', 'Automation scripts', 16),
  ('cloud-server', 'compute', '云服务器', 'Cloud servers', 17),
  ('gpu', 'compute', 'GPU 算力', 'GPU computing', 18),
  ('model-training', 'compute', '模型训练', 'Model training', 19),
  ('rendering', 'compute', '图形渲染', 'Rendering', 20),
  ('scientific-computing', 'compute', '科学计算', 'Scientific computing', 21),
  ('file-storage', 'compute', '文件存储', 'File storage', 22),
  ('backup', 'compute', '数据备份', 'Backups', 23),
  ('idle-sharing', 'compute', '闲置资源共享', 'Sharing idle resources', 24)
on conflict do nothing;
