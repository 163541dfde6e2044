-- How many hours a week a buyer lets an expert write down for a hire; none unless the buyer said so.

alter table talent_hires add column week_hours int check (week_hours between 1 and 168);
alter table talent_hires add column week_changes int not null default 0;
