-- Terminal tickets are kept in platform_ticket.
drop table compute_terminal_tickets;
