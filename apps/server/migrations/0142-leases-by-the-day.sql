-- Machines by the day, beside weeks and months. A renewal lets a buyer stay day by day.

update dictionary_entries set position = position + 2 where group_name = 'servePeriod';
insert into dictionary_entries (group_name, value, label_zh, label_en, position) values
  ('servePeriod', '1', '1 天', '1 day', 1),
  ('servePeriod', '3', '3 天', '3 days', 2);
