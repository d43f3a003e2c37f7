/** The part of `appliance emulator --help` that says how the generations of the category routes differ. */
export const generationsHelp = `How the generations differ; "both" has all routes, each as its generation has it, and the list that --list says:
               older                                       autonomous
  list         an array, without counts                    an object with counts; one category without a table
                                                           makes it HTTP 500 with a traceback in HTML
  create       if the name is free; it may have an id      no route: begin with some by --category
               that another category had
  add          quick, or one site at the older add;        add, by POST or GET; other categories may have the site;
               some characters are refused                 a name with an apostrophe or of more than 512 characters
                                                           is an error of the database, and nothing is stored
  www.         one at the beginning is cut                 all up to the first one is cut: a.www.b.c is stored as b.c
  addresses    as they are                                 1.2.3.4 is stored as 16909060.addr
  delete,      one site a request                          no routes
  move, query
  compile      with quick alone: all categories whose      one category, when it is asked for
               count of sites has changed
  no route     HTTP 404                                    HTTP 500 with a traceback below /categories, 404 elsewhere;
                                                           with "both" 404
  let in       by source address and token                 by source address; tokens are ignored

A compile is the same in both. It deletes names without a dot, some suffixes such as co.uk, and names with one of
( ) { } ! # $ % , / ; < = > ? @ ^ | or two dots in a row. Names such as www2.example.com and ww1.example.com stay stored and
never become active. A category without sites is not compiled: what was active stays active. Categories whose names have the
same first 20 letters and digits share one table, hence their sites.`
