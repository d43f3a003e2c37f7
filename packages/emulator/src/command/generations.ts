/** The part of `appliance emulator --help` that says how the generations of the category routes differ. */
export const generationsHelp = `How the generations differ; "both" has all routes, each with the behaviour of its generation, and the list that --list chooses:
               older                                       autonomous
  list         an array, without counts                    an object with counts; if one category has no table,
                                                           HTTP 500 with a traceback in HTML
  create       if the name is free; the id may be one      no route: start with some by --category
               that another category had
  add          quick, or one site at the older add;        add, by POST or GET; other categories may have the site;
               some characters are rejected                a name with an apostrophe or more than 512 characters
                                                           is a database error, and nothing is stored
  www.         one at the beginning is removed             everything up to the first one is removed:
                                                           a.www.b.c is stored as b.c
  addresses    stored unchanged                            1.2.3.4 is stored as 16909060.addr
  delete,      one site a request                          no routes
  move, query
  compile      with quick only: all categories whose       one category, on request
               number of sites has changed
  no route     HTTP 404                                    HTTP 500 with a traceback below /categories, 404 elsewhere;
                                                           with "both" 404
  access       by source address and token                 by source address; tokens are ignored

A compile is the same in both. It deletes names without a dot, some suffixes such as co.uk, and names that contain one of
( ) { } ! # $ % , / ; < = > ? @ ^ | or two dots in a row. Names such as www2.example.com and ww1.example.com stay stored but
never become active. A category without sites is not compiled: its active sites stay active. Categories whose names have the
same first 20 letters and digits share one table, and so their sites.`
