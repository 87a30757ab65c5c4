// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Filler} from "../../src/Filler.sol";
import {Call} from "../../src/interfaces/ICallRunner.sol";
import {Delegation, FillPlan} from "../../src/interfaces/IFiller.sol";
import {PlanCall} from "../../src/interfaces/IRouter.sol";
import {Shop} from "./Accounts.sol";
import {Pool} from "./Pools.sol";
import {PlainToken} from "./WeirdTokens.sol";
import {vm} from "./Vm.sol";

/// @notice A solver who holds one token and native currency, a pool that sells another token for either, and a shop.
contract FillPlanFixture {
    bytes32 internal constant ORDER = keccak256("order 1");
    address internal constant DEPOSITORY = address(0xde905);
    address internal constant NATIVE = address(0);
    address internal constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    uint256 internal constant ALL = type(uint256).max;

    address internal solver = address(0x501e5);
    address internal recipient = address(0x4ec1);
    address internal victim = address(0x71c71);
    address internal attacker = address(0xa77ac);

    Filler internal filler;
    PlainToken internal held;
    PlainToken internal wanted;
    Pool internal pool;
    Shop internal shop;

    function setUp() public virtual {
        filler = new Filler(DEPOSITORY);
        (held, wanted, pool, shop) = (new PlainToken(), new PlainToken(), new Pool(), new Shop());
        address[2] memory rich = [solver, victim];
        for (uint256 i = 0; i < 2; ++i) {
            vm.deal(rich[i], 1_000);
            held.mint(rich[i], 1_000);
            wanted.mint(rich[i], 1_000);
            vm.startPrank(rich[i]);
            held.approve(address(filler), ALL);
            wanted.approve(address(filler), ALL);
            vm.stopPrank();
        }
        wanted.mint(address(pool), 1_000_000);
        vm.deal(address(pool), 1_000_000);
    }

    /// @dev `amount` of `token` becomes twice as much of the wanted token at the pool, all of it the recipient's.
    function _swapPlan(uint256 amount, uint256 minimum) internal view returns (FillPlan memory plan) {
        plan = _plan(address(held), amount);
        plan.swap = new PlanCall[](1);
        plan.swap[0] = PlanCall(
            address(pool), 0, abi.encodeCall(pool.swapTokens, (held, amount, wanted)), address(held), amount
        );
        plan.paid = address(wanted);
        plan.minimum = minimum;
        plan.maximum = ALL;
    }

    /// @dev `amount` of `token` and nothing else.
    function _plan(address token, uint256 amount) internal view returns (FillPlan memory plan) {
        plan.token = token;
        plan.amount = amount;
        plan.paid = token;
        plan.minimum = amount;
        plan.maximum = ALL;
        plan.to = recipient;
    }

    function _callPlan(address to, uint256 value, bytes memory data) internal view returns (FillPlan memory plan) {
        plan = _plan(address(held), 100);
        plan.calls = new Call[](1);
        plan.calls[0] = Call(to, value, data);
    }

    function _delegate(FillPlan memory plan, address account, address delegate) internal pure {
        plan.delegations = new Delegation[](1);
        plan.delegations[0] = Delegation(account, delegate);
    }

    function _fill(FillPlan memory plan) internal {
        uint256 value = plan.topup + (plan.token == NATIVE ? plan.amount : 0);
        vm.prank(solver);
        filler.fillPlan{value: value}(ORDER, plan);
    }

    function _assertEmpty() internal view {
        address[3] memory accounts = [address(filler), filler.RUNNER(), filler.runnerOf(solver, ORDER)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertEq(accounts[i].balance, 0);
            vm.assertEq(held.balanceOf(accounts[i]), 0);
            vm.assertEq(wanted.balanceOf(accounts[i]), 0);
        }
    }
}
