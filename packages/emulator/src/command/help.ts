/** What `appliance emulator --help` says after its options. */
export function furtherHelp(tokenVariable: string): string {
  return `
Prefer ${tokenVariable} to --token, whose value a list of processes shows. The user directory requires no
token: only the user who started the emulator can open its socket.

${generationsHelp}

Examples:
  npx --no appliance emulator
  npx --no appliance emulator --generation older --data appliance.data
  npx --no appliance emulator --generation autonomous --category ads --category news
  npx --no appliance emulator --port 0 --legacy-port 0 --base-port 0 --records-port 0 --socket ./directory.sock --control-port 9599
  npx --no appliance emulator --proxy http://127.0.0.1:3128 --dns-server 192.0.2.53 --generate-records 127.0.0.2=100000

The control listener:
  GET /state                  all areas; sites and records are counted
  GET /state/250              one category with its sites, stored and compiled
  GET /state/records/1270002  one record database with its records
  GET /journal                requests in the order in which they were received
  DELETE /journal             delete the journal
  GET /faults                 current faults, and how many requests have matched each
  PUT /faults                 replace the faults with a JSON array of faults
  DELETE /faults              remove all faults

A fault names an effect and the requests that it affects. A request must match all of "operation", "listener", "method" and
"path" (* matches anything within one segment) that are set. The first "skip" matching requests pass, and the next "times"
requests are affected: all of them if "times" is not set. The listeners and their operations:
  categories  list, show, create, add, quick, move, delete, query, compile, backup, analyze
  legacy      add
  base        signing-request, self-signed, server-certificate, interfaces, hostname
  records     list-databases, query-records, delete-records, compile-databases
  directory   status, install, uninstall, restart, backup-now, backup-instant, backup-import, schedule,
              member-create, member-get, member-save, member-delete, member-password, member-groups,
              group-list, group-create, group-link, group-unlink, organization-list

  {"effect": "latency", "milliseconds": 500}         the request is processed late *
  {"effect": "drop"}                                 the connection is closed without a response *
  {"effect": "status", "status": 500}                only an HTTP status, with an optional "text" *
  {"effect": "html", "status": 503}                  an HTML page instead of JSON; with an "error", the page of a traceback *
  {"effect": "refuse", "error": "INVALID_ID"}        Status false with this error *
  {"effect": "pretend"}                              Status true, but the appliance does nothing
  {"effect": "truncate"}                             the work is done, but the JSON response is incomplete
  {"effect": "oversize", "bytes": 60000000}          this many bytes of JSON; "unannounced": true sends no Content-Length *
  {"effect": "disabled"}                             the category service is switched off
  {"effect": "compile-fails"}                        the compilation fails; with "silently": true the response hides it
  {"effect": "compile-late", "lists": 2}             so many lists still count the names that the compile deletes
  {"effect": "answers-for-parents"}                  a query finds the categories of all names above the site, too
  {"effect": "leaves-one-out"}                       the older batch leaves out the last of several sites
  {"effect": "queue-full"}                           the connection is reset; with "capacity": 70, only beyond 70 at once
  {"effect": "too-fast", "perSecond": 10}            HTTP status 429 for each request beyond so many within a second
  {"effect": "closed-silently"}                      a connection carries one request, and the next one on it is reset
  {"effect": "cached"}                               a GET is answered as before, unless it says Cache-Control: no-cache
  {"effect": "stale", "milliseconds": 1000}          for this long after a change, reads are answered as before it
  {"effect": "nothing-listed"}                       each collection in the response is empty, or with "as": "null" null
  {"effect": "entries-missing", "first": 2}          each list is cut off after so many entries, or with "without": ["ads"] lacks these
  {"effect": "entry-unreadable", "lacks": "number"}  each list has one entry more without its "number" or "name", or
                                                     with a number that is too large ("small-number")
  {"effect": "entries-repeated"}                     each list has each of its entries twice
  {"effect": "second-name", "name": "other"}         each list has the number of its first entry again, with this name
  {"effect": "stored-otherwise", "as": "html"}       a creation stores & as &amp;, or with "as": "cut" 12 characters of the name,
                                                     or with "as": "without-spaces" no spaces
  {"effect": "latin1"}                               the response is in ISO 8859-1; with "declared": true it says so
  {"effect": "compressed"}                           the response is in gzip; "coding": "br" or "deflate", "twice", "cut",
                                                     "undeclared": true and "bytes" (filled up with blanks before) vary it
  * with "afterWork": true, the appliance does its work anyway (with latency: in time, and responds late)

  curl -X PUT -H 'Content-Type: application/json' http://127.0.0.1:9599/faults \\
    -d '[{"operation": "quick", "effect": "drop", "afterWork": true, "times": 1}]'
`
}

/** The part of `appliance emulator --help` that says how the generations of the category routes differ. */
const generationsHelp = `How the generations differ; "both" has all routes, each with the behavior of its generation, and the list that --list chooses:
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
same first 20 bytes, without blanks and punctuation, share one table, and so their sites.`
